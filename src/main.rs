//! The `tengen` program. All of it is in the library.

fn main() -> std::process::ExitCode {
    tengen::cli::main()
}
