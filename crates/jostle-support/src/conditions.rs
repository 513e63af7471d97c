//! The conditions of a crate's proofs, each with a switch that only the crate's tests have.
//!
//! A shortcut (a certificate, a filter, an error bound) is right because all conditions of its proof
//! hold. The environment of a test process can switch off each condition, and the test named beside it
//! fails then: so every condition is known to be needed, and known to be tested. docs/conditions.md says
//! what theorem each belongs to, and which were found to be implied by others.

use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

/// The variable that names the condition which is switched off in a test process.
pub const SWITCH: &str = "JOSTLE_WITHOUT_CONDITION";

/// Defines the module that lists the conditions of a crate, each with the test that fails without it: the enum
/// `Condition`, the functions `required` and `bound`, and the tests of both.
///
/// In all builds but those of the crate's unit tests `required` is constant.
#[macro_export]
macro_rules! conditions {
    ($($(#[doc = $doc:literal])+ $name:ident: $test:literal,)+) => {
        /// A condition of a proof.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Condition {
            $($(#[doc = $doc])+ $name,)+
        }

        /// Whether the condition is to be met.
        #[cfg(not(test))]
        #[inline(always)]
        pub(crate) const fn required(_: Condition) -> bool {
            true
        }

        /// Whether the condition is to be met: unless the environment of the test process names it.
        #[cfg(test)]
        pub(crate) fn required(condition: Condition) -> bool {
            static WITHOUT: std::sync::LazyLock<Option<Condition>> = std::sync::LazyLock::new(|| {
                let name = std::env::var($crate::conditions::SWITCH).ok()?;
                let all = [$(Condition::$name),+];
                all.into_iter().find(|condition| format!("{condition:?}") == name)
            });
            *WITHOUT != Some(condition)
        }

        /// An error bound, or zero without the condition.
        #[allow(dead_code)]
        #[inline(always)]
        pub(crate) fn bound(condition: Condition, bound: f64) -> f64 {
            if required(condition) { bound } else { 0.0 }
        }

        #[cfg(test)]
        mod tests {
            /// The name of each condition, and the test that fails without it.
            const ALL: &[(&str, &str)] = &[$((stringify!($name), $test)),+];

            #[test]
            fn every_condition_is_needed_by_its_test() {
                $crate::conditions::check_that_tests_need(ALL);
            }

            #[test]
            fn every_condition_is_explained() {
                let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/conditions.md");
                let page = std::fs::read_to_string(page).expect("docs/conditions.md");
                $crate::conditions::check_that_page_explains(&page, ALL);
            }
        }
    };
}

/// Runs the test of each condition without it, one process for each core at a time.
///
/// # Panics
///
/// If a test does not exist, or passes without its condition. A test that fails with all conditions fails by itself.
pub fn check_that_tests_need(conditions: &[(&str, &str)]) {
    if env::var_os(SWITCH).is_some() {
        return;
    }
    let (next, problems) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let worker = || {
        while let Some(&(condition, test)) = conditions.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(problem) = problem_without(condition, test) {
                problems.lock().expect("no panic under the lock").push(problem);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(worker);
        }
    });
    let problems = problems.into_inner().expect("no panic under the lock");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for (condition, test) in conditions {
        println!("{condition}: {test}");
    }
}

/// Why a test does not show that a condition is needed, if it does not.
fn problem_without(condition: &str, test: &str) -> Option<String> {
    let output = run_without(condition, test);
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("running 1 test") {
        return Some(format!("there is no test {test}"));
    }
    output.status.success().then(|| format!("{condition} is not needed by {test}"))
}

/// Runs one test of this program in a process without a condition.
fn run_without(condition: &str, test: &str) -> Output {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", test]).env(SWITCH, condition);
    // A failure must not be tried again with all conditions, and nobody reads its smallest case.
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env("RUST_BACKTRACE", "0");
    // One process for each core.
    command.env("RAYON_NUM_THREADS", "1");
    command.output().expect("this program starts again")
}

/// Checks that a page names every condition and its test.
///
/// # Panics
///
/// If it does not.
pub fn check_that_page_explains(page: &str, conditions: &[(&str, &str)]) {
    for (condition, test) in conditions {
        assert!(page.contains(&format!("`{condition}`")), "{condition}");
        let test = test.rsplit("::").next().expect("a name");
        assert!(page.contains(&format!("`{test}`")), "{test}");
    }
}
