//! Tests that need a process of their own: because they count the allocations of the whole process, say.

use std::process::{self, Command};
use std::time::Duration;
use std::{fs, thread};

/// Names the test that a process runs alone.
const SWITCH: &str = "JOSTLE_TEST_ALONE";

/// Runs the rest of a test in a process in which no other test runs.
///
/// The first statement of a test. The test starts its program again for itself alone, and fails with the output of
/// that process if the rest fails there. So tests of one program can run in parallel although some of them count
/// the allocations of the whole process, or need the first thread pool of a process.
///
/// ```
/// fn a_test_that_counts_allocations() {
///     jostle_testing::alone!();
///     // Nothing else allocates from here on.
/// }
/// ```
#[macro_export]
macro_rules! alone {
    () => {
        fn here() {}
        if !$crate::runs_alone(::std::any::type_name_of_val(&here)) {
            return;
        }
    };
}

/// Whether this process runs the test alone; if not, another process has, for [`alone!`](crate::alone!).
///
/// `place` is the path of an item in the test's function.
///
/// # Panics
///
/// If the test fails in its process, or if the process does not run it.
#[doc(hidden)]
pub fn runs_alone(place: &str) -> bool {
    if std::env::var_os(SWITCH).is_some() {
        wait_for_harness();
        return true;
    }
    // The test's name is without the crate, and ends before the item.
    let name = place.split_once("::").and_then(|(_, path)| path.rsplit_once("::"));
    let (name, _) = name.expect("an item in a function in a crate");
    if let Err(problem) = run(name) {
        panic!("{problem}");
    }
    false
}

/// Waits until the main thread, which started this test, sleeps until the test ends: it allocates before it does.
fn wait_for_harness() {
    let main_thread = format!("/proc/self/task/{}/stat", process::id());
    let mut calm = 0;
    while calm < 20 {
        thread::sleep(Duration::from_millis(1));
        // Where there is no such file, these milliseconds have to do.
        let is_awake = fs::read_to_string(&main_thread).is_ok_and(|stat| !stat.contains(") S "));
        calm = if is_awake { 0 } else { calm + 1 };
    }
}

/// Runs one test of this program in a new process; the output if it does not pass.
fn run(name: &str) -> Result<(), String> {
    let program = std::env::current_exe().expect("the path of this program");
    let output = Command::new(program)
        // One thread, because a harness of several wakes up to watch over slow tests.
        .args([name, "--exact", "--nocapture", "--include-ignored", "--test-threads=1"])
        .env(SWITCH, name)
        .output()
        .expect("this program starts again");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if output.status.success() && stdout.contains("test result: ok. 1 passed;") {
        return Ok(());
    }
    let problem = if stdout.contains("running 0 tests") { "does not exist" } else { "fails" };
    Err(format!(
        "the test '{name}' {problem} in a process of its own, {}:\n{stdout}{stderr}",
        output.status
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_test_runs_alone() {
        let parent = std::env::var_os(SWITCH).is_none();
        alone!();
        assert!(!parent, "the rest runs beside other tests");
        let name = "alone::tests::the_rest_of_a_test_runs_alone";
        assert_eq!(std::env::var(SWITCH).unwrap(), name);
        assert_eq!(std::env::args().nth(1).unwrap(), name);
    }

    #[test]
    fn a_test_that_fails_alone_fails() {
        assert!(std::env::var_os(SWITCH).is_none(), "this fails alone");
        let problem = run("alone::tests::a_test_that_fails_alone_fails").unwrap_err();
        assert!(problem.contains("fails in a process of its own"), "{problem}");
        assert!(problem.contains("this fails alone"), "{problem}");
    }

    #[test]
    fn a_test_that_does_not_run_fails() {
        let problem = run("alone::tests::there_is_no_such_test").unwrap_err();
        assert!(problem.contains("does not exist"), "{problem}");
        let panics =
            std::panic::catch_unwind(|| runs_alone("crate_name::no_module::no_test::here"));
        assert!(panics.is_err());
    }
}
