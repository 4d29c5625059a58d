//! Threads, and what is around the program.

use crate::process::{errors, output, program, replies, run, tengen_in_shell, text};
use crate::temporary::Directory;

#[test]
fn more_threads_than_processors() {
    let text = replies(
        "--threads 64 --playouts 2000 --size 9",
        "genmove b\n1 genmove w\n2 name\n",
    );
    assert!(
        text.ends_with("=2 Tengen\n\n") && !text.contains('?'),
        "{text}"
    );
    for threads in ["0", "-1", "99999", "many"] {
        let output = output(program([format!("--threads={threads}")]));
        assert_eq!(output.status.code(), Some(2), "{threads}");
        assert!(errors(&output).contains("--threads"), "{threads}");
    }
}

/// No home, no locale, no path, and the working directory is gone.
#[test]
fn nothing_around_it() {
    let directory = Directory::new("faults gone");
    let script = format!(
        "cd '{}' && rmdir \"$PWD\" && exec env -i \"$0\" --playouts 20 --size 5",
        directory.display()
    );
    let input = "genmove b\nprintsgf x.sgf\nloadsgf y.sgf\n1 name\n";
    let output = run(&mut tengen_in_shell(&script), input);
    assert!(output.status.success(), "{output:?}");
    assert!(!directory.exists());
    let text = text(&output.stdout);
    assert!(text.contains("? cannot save file 'x.sgf'"), "{text}");
    assert!(text.ends_with(
        "? cannot load file 'y.sgf': No such file or directory (os error 2)\n\n=1 Tengen\n\n"
    ));
}
