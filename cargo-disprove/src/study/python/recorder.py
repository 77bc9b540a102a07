"""Records the verdict of each test of a Python project, for `cargo disprove study`: a plugin of pytest.

The variable DISPROVE_STUDY names a JSON file with the job: the log to write, the tests to run, their time limits, the seed,
and the number of inputs of a sweep. The log has a JSON object per line, written when a test starts and when it ends, so that
a test that kills its process is known.
"""

import faulthandler
import functools
import json
import os

with open(os.environ["DISPROVE_STUDY"], encoding="utf-8") as file:
    JOB = json.load(file)

LOG = open(JOB["log"], "a", encoding="utf-8")
COVERAGE = None
PARENT = os.getppid()
# The output of this process. pytest redirects its descriptor while a test runs.
ERRORS = os.dup(2)

if JOB["reach"] is not None:
    import coverage

    COVERAGE = coverage.Coverage(data_file=None, config_file=False, messages=False, source=[JOB["root"]])
    COVERAGE.start()


def write(**line):
    LOG.write(json.dumps(line) + "\n")
    LOG.flush()


class Counter:
    """Counts the valid inputs of a property up to the first that fails."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.valid, self.discarded, self.first = 0, 0, None

    def around(self, test):
        from hypothesis.errors import StopTest, UnsatisfiedAssumption
        import _pytest.outcomes

        @functools.wraps(test)
        def counted(*arguments, **named):
            try:
                result = test(*arguments, **named)
            except (StopTest, UnsatisfiedAssumption):
                self.discarded += 1
                raise
            except _pytest.outcomes.Skipped:
                raise
            except BaseException:
                if self.first is None:
                    self.first = self.valid + 1
                raise
            self.valid += 1
            return result

        return counted


def function_of(item):
    test = getattr(item, "obj", None)
    return getattr(test, "__func__", test)


def is_property(item):
    return bool(getattr(function_of(item), "is_hypothesis_test", False))


def inner(item):
    """The handle of a property whose inputs can be counted."""
    handle = getattr(function_of(item), "hypothesis", None)
    return handle if hasattr(handle, "inner_test") else None


def chosen(base):
    """The settings of a test, with a fixed seed and without saved inputs, shrinking and time limits."""
    from hypothesis import HealthCheck, Phase, settings

    options = {
        "database": None,
        "deadline": None,
        "derandomize": False,
        "report_multiple_bugs": False,
        "suppress_health_check": tuple({*base.suppress_health_check, HealthCheck.too_slow}),
    }
    if JOB["cases"] is None:
        skipped = {"reuse", "shrink", "explain"}
        options["phases"] = tuple(phase for phase in base.phases if phase.name not in skipped)
    else:
        options["phases"] = (Phase.generate,)
        options["max_examples"] = JOB["cases"]
    return settings(base, **options)


def prepare(item):
    from hypothesis import settings

    function = function_of(item)
    if hasattr(function, "_disprove_counter"):
        return
    function._disprove_counter = None
    handle = inner(item)
    if handle is None:
        # A state machine: a class with its settings.
        case = getattr(item, "cls", None)
        if isinstance(getattr(case, "settings", None), settings):
            case.settings = chosen(case.settings)
        return
    base = getattr(function, "_hypothesis_internal_use_settings", None)
    function._hypothesis_internal_use_settings = chosen(base or settings.default)
    function._hypothesis_internal_use_seed = JOB["seed"]
    if JOB["cases"] is not None:
        function._disprove_counter = Counter()
        handle.inner_test = function._disprove_counter.around(handle.inner_test)


def pytest_configure(config):
    config.pluginmanager.register(Recorder(), "disprove-recorder")


class Recorder:
    def __init__(self):
        self.outcome = {}
        self.wanted = None if JOB["tests"] is None else set(JOB["tests"])

    def pytest_collectreport(self, report):
        if report.failed:
            write(event="unread", file=report.nodeid)

    def pytest_collection_modifyitems(self, config, items):
        if self.wanted is not None:
            dropped = [item for item in items if item.nodeid not in self.wanted]
            items[:] = [item for item in items if item.nodeid in self.wanted]
            config.hook.pytest_deselected(items=dropped)
        for item in items:
            if is_property(item):
                prepare(item)
            line = item.location[1]
            write(
                event="test",
                name=item.nodeid,
                property=is_property(item),
                countable=inner(item) is not None,
                line=None if line is None else line + 1,
            )

    def pytest_runtest_logstart(self, nodeid, location):
        self.outcome[nodeid] = ["skipped", 0.0]
        write(event="start", name=nodeid)

    def pytest_runtest_setup(self, item):
        counter = getattr(function_of(item), "_disprove_counter", None)
        if counter is not None:
            counter.reset()
        if COVERAGE is not None:
            COVERAGE.switch_context(item.nodeid)
        limit = JOB["limits"].get(item.nodeid, JOB["limit"])
        if limit is not None:
            # In a thread of its own, so that code that never returns to Python ends too.
            faulthandler.dump_traceback_later(limit, exit=True, file=ERRORS)

    def pytest_runtest_logreport(self, report):
        known = self.outcome[report.nodeid]
        known[1] += report.duration
        if report.failed:
            known[0] = "failed"
        elif known[0] == "skipped" and report.when == "call":
            # An expected failure counts as skipped for pytest, and has passed.
            if report.passed or hasattr(report, "wasxfail"):
                known[0] = "passed"

    def pytest_runtest_teardown(self, item):
        counter = getattr(function_of(item), "_disprove_counter", None)
        if counter is not None:
            write(event="inputs", name=item.nodeid, first=counter.first, discarded=counter.discarded)

    def pytest_runtest_logfinish(self, nodeid, location):
        faulthandler.cancel_dump_traceback_later()
        if COVERAGE is not None:
            COVERAGE.switch_context("")
        outcome, seconds = self.outcome.pop(nodeid)
        write(event="end", name=nodeid, outcome=outcome, seconds=round(seconds, 6))
        if os.getppid() != PARENT:
            # The study was killed: nobody reads the rest.
            os._exit(3)

    def pytest_sessionfinish(self, session):
        if COVERAGE is not None:
            COVERAGE.stop()
            save_reach(COVERAGE.get_data())
        write(event="finished")


def save_reach(data):
    """Writes the tests that execute each wanted range of lines, and whether its file was executed at all."""
    known = {os.path.realpath(name): name for name in data.measured_files()}
    for place, (path, first, last) in enumerate(JOB["reach"]):
        name = known.get(os.path.realpath(os.path.join(JOB["root"], path)))
        contexts = {} if name is None else data.contexts_by_lineno(name)
        tests = {test for line in range(first, last + 1) for test in contexts.get(line, []) if test}
        write(event="reach", place=place, imported=bool(contexts), tests=sorted(tests))
