//! `tengen completions` and `tengen man`: what the definition of the command
//! line says, for shells and for `man`.

use super::Done;
use super::arguments::Cli;
use super::version;
use crate::version::NAME_AND_VERSION;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const COMPLETIONS: &str = "\
To have them in every new shell:

  bash        mkdir -p ~/.local/share/bash-completion/completions
              tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  zsh         tengen completions zsh > DIR/_tengen, where DIR is in $fpath
  fish        mkdir -p ~/.config/fish/completions
              tengen completions fish > ~/.config/fish/completions/tengen.fish
  powershell  tengen completions powershell >> $PROFILE
  elvish      tengen completions elvish >> ~/.config/elvish/rc.elv";

/// Print a script that completes commands and options in a shell
#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// The definition of the command line, without the version of this build: a manual is for all builds.
fn definition() -> Command {
    Cli::command().long_version(None::<&'static str>)
}

/// Prints the script.
pub fn completions(args: &CompletionsArgs) -> Done {
    // Written to memory first, because clap_complete panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition(), "tengen", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

const MAN: &str = "\
Without a directory the page of the program itself is printed, to be read with

  tengen man | man -l -";

/// Write the manual pages, one for each command
#[derive(Args, Debug)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Directory for tengen.1, tengen-match.1 and so on; it must exist
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

/// Writes the pages.
pub fn man(args: &ManArgs) -> Done {
    match &args.directory {
        Some(directory) => {
            let mut command = definition().disable_help_subcommand(true);
            command.build();
            write_pages(command, directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        None => page(definition()).render(&mut io::stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and of those below it.
fn write_pages(command: Command, directory: &Path) -> io::Result<()> {
    for below in command.get_subcommands() {
        write_pages(below.clone(), directory)?;
    }
    page(command).generate_to(directory)?;
    Ok(())
}

fn page(command: Command) -> Man {
    Man::new(command)
        .date(version::DATE)
        .source(NAME_AND_VERSION)
}
