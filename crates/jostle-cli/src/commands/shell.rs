//! `jostle completions` and `jostle man`: what shells and `man` show of the command line.

use crate::Outcome;
use crate::args::{Cli, CompletionsArgs};
use crate::error::Error;
use clap::CommandFactory;

/// Prints a script that completes commands, options and names in a shell.
pub fn completions(args: &CompletionsArgs) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "jostle", &mut script);
    print(&script)
}

/// Prints the manual page, the commands one after another.
pub fn man() -> Result<Outcome, Error> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for own in command.get_subcommands().filter(|own| own.get_name() != "help") {
        let man = clap_mangen::Man::new(own.clone());
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    print(&page)
}

fn print(text: &[u8]) -> Result<Outcome, Error> {
    std::io::Write::write_all(&mut std::io::stdout().lock(), text)?;
    Ok(Outcome::Clear)
}
