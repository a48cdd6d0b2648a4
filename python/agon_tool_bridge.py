"""Runs BenchExec tool-info modules, unchanged, for Agon.

    python3 agon_tool_bridge.py IN_FD OUT_FD [FOLDER...]

Reads one JSON object a line from IN_FD, writes one a line to OUT_FD. FOLDERs are
put before Python's search path: where `benchexec` is, or further modules.

    request  {"do": "load" | "locate" | "version" | ..., ..., "timeout": seconds}
    answer   {"ok": value} or {"error": kind, "message": text, "trace": text}

Two processes: the first speaks the protocol and never runs foreign code, the second
imports the module. So a module may print, call sys.exit, crash or hang: the first
answers for it, and starts the second again (with the requests that gave it its
state) for the next request.
"""

import io
import json
import os
import select
import signal
import socket
import sys
import traceback

DEFAULT_TIMEOUT_SECONDS = 60
STATE_REQUESTS = ("load", "locate")


class Unsupported(Exception):
    """A refusal of the module, with its own message."""


# ---------------------------------------------------------------- the module's process


class Worker:
    """One instance of a module, with the life cycle of BenchExec: the executable, its
    version, the environment, a command line, then the result of that run. Modules keep state
    between these steps, so a result is never asked for without the steps before it.
    """

    def __init__(self):
        self.tool = None
        self.has_begun = False
        self.executable = None
        self.start_directory = os.getcwd()

    def handle(self, request):
        return getattr(self, "do_" + request["do"])(request)

    def do_load(self, request):
        import benchexec
        from benchexec import tooladapter
        from benchexec.tools import template

        name = request["module"]
        module = __import__(name, fromlist=["Tool"])
        raw = module.Tool()
        self.tool = tooladapter.adapt_to_current_version(raw)
        self.is_legacy = raw is not self.tool
        base = template.BaseTool if self.is_legacy else template.BaseTool2
        methods = [
            method
            for method in dir(base)
            if not method.startswith("_")
            and callable(getattr(base, method))
            and getattr(type(raw), method, None) is not getattr(base, method)
        ]
        return {
            "name": self.tool.name(),
            "documentation": (type(raw).__doc__ or "").strip(),
            "projectUrl": self.tool.project_url(),
            "isLegacy": self.is_legacy,
            "overridden": methods,
            "file": module.__file__,
            "sources": sorted(self.source_files(type(raw))),
            "benchexecVersion": benchexec.__version__,
        }

    @staticmethod
    def source_files(tool_class):
        """Files whose text decides the module's behaviour."""
        files = set()
        for kind in tool_class.__mro__:
            file = getattr(sys.modules.get(kind.__module__), "__file__", None)
            if file:
                files.add(file)
        for name, module in list(sys.modules.items()):
            if name.startswith("benchexec.tools.") and getattr(module, "__file__", None):
                files.add(module.__file__)
        return files

    def do_locate(self, request):
        from benchexec.tools.template import BaseTool2, ToolNotFoundException

        directory = request.get("directory")
        try:
            if self.is_legacy:
                # These have no tool directory: they search PATH and the current one.
                if directory:
                    os.environ["PATH"] = os.pathsep.join(
                        [directory, os.path.join(directory, "bin"), os.environ.get("PATH", "")]
                    )
                    os.chdir(directory)
                locator = BaseTool2.ToolLocator(use_path=True, use_current=True)
            elif directory:
                locator = BaseTool2.ToolLocator(tool_directory=directory)
            else:
                locator = BaseTool2.ToolLocator(use_path=True)
            executable = os.path.abspath(self.tool.executable(locator))
        except ToolNotFoundException as missing:
            raise LookupError(str(missing)) from missing
        finally:
            os.chdir(self.start_directory)
        self.executable = executable
        return {
            "executable": executable,
            "workingDirectory": os.path.abspath(self.tool.working_directory(executable)),
            "environment": self.tool.environment(executable) or {},
            "programFiles": [os.path.abspath(f) for f in self.tool.program_files(executable)],
        }

    def do_version(self, _request):
        self.has_begun = True
        return str(self.tool.version(self.executable) or "")

    def begin(self):
        """The preparation for the first command line, once in a process."""
        if self.has_begun or self.executable is None:
            return
        self.has_begun = True
        try:
            self.tool.version(self.executable)
        except (Exception, SystemExit):
            pass  # An unknown version does not prevent runs.
        self.tool.environment(self.executable)

    def do_urlForVersion(self, request):
        return self.tool.url_for_version(request["version"])

    def do_cmdline(self, request):
        self.begin()
        from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

        files = request["inputFiles"]
        limits = {name: value for name, value in request["limits"].items() if value is not None}
        try:
            task = BaseTool2.Task(
                input_files=files,
                identifier=None if files else request.get("identifier"),
                property_file=request.get("propertyFile"),
                options=request.get("taskOptions"),
            )
            words = self.tool.cmdline(
                request["executable"],
                list(request["options"]),
                task,
                BaseTool2.ResourceLimits(**limits),
            )
        except UnsupportedFeatureException as refusal:
            raise Unsupported(str(refusal)) from refusal
        words = list(words)
        for word in words:
            if not isinstance(word, str) or word == "":
                raise TypeError(f"the command line holds {word!r}: {words!r}")
        return [os.path.expanduser(os.path.expandvars(word)) for word in words]

    def do_result(self, request):
        # Other command lines may have been made since that of this run, or none in this process.
        if request.get("asked") is not None:
            self.do_cmdline(request["asked"])
        from benchexec.tools.template import BaseTool2
        from benchexec.util import ProcessExitCode

        run = BaseTool2.Run(
            request["cmdline"],
            ProcessExitCode.create(value=request.get("exitCode"), signal=request.get("signal")),
            BaseTool2.RunOutput(lines_of(request["output"])),
            request.get("terminationReason"),
        )
        answer = self.tool.determine_result(run)
        if not isinstance(answer, str) or answer == "":
            raise TypeError(f"determine_result returned {answer!r}")
        return answer

    def do_values(self, request):
        from benchexec.tools.template import BaseTool2

        output = BaseTool2.RunOutput(lines_of(request["output"]))
        values = [self.tool.get_value_from_output(output, name) for name in request["identifiers"]]
        return [None if value is None else str(value) for value in values]


def lines_of(text):
    """Lines with their ends, as when reading a text file."""
    return io.StringIO(text, newline=None).readlines()


def error_answer(error):
    kinds = {Unsupported: "unsupported", LookupError: "not-found", ImportError: "import"}
    kind = next((kinds[k] for k in kinds if type(error) is k), "exception")
    if isinstance(error, ImportError):
        kind = "import"
    message = str(error) if kind != "exception" else f"{type(error).__name__}: {error}"
    return {"error": kind, "message": message, "trace": traceback.format_exc()}


def work(channel):
    worker = Worker()
    with channel.makefile("r", encoding="utf-8") as requests:
        for line in requests:
            try:
                answer = {"ok": worker.handle(json.loads(line))}
                text = json.dumps(answer)
            except BaseException as error:  # also sys.exit of a module
                text = json.dumps(error_answer(error))
            channel.sendall(text.encode() + b"\n")


# ---------------------------------------------------------------- the protocol's process


class Supervisor:
    def __init__(self):
        self.pid = None
        self.channel = None
        self.state = {}

    def start(self):
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            ours.close()
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            null = os.open(os.devnull, os.O_RDWR)
            for standard in (0, 1, 2):
                os.dup2(null, standard)
            for foreign in FOREIGN_FDS:
                os.close(foreign)
            status = 1
            try:
                work(theirs)
                status = 0
            finally:
                os._exit(status)
        theirs.close()
        self.pid, self.channel, self.rest = pid, ours, b""
        for name in STATE_REQUESTS:
            if name in self.state:
                self.exchange(self.state[name])

    def stop(self):
        if self.pid is None:
            return
        self.channel.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        self.pid = None

    def answer(self, line):
        request = json.loads(line)
        if self.pid is None:
            self.start()
        reply = self.exchange(request)
        if request["do"] in STATE_REQUESTS and reply.startswith(b'{"ok"'):
            self.state[request["do"]] = request
        return reply

    def exchange(self, request):
        """The worker's answer, or an error when it has none."""
        timeout = request.get("timeout", DEFAULT_TIMEOUT_SECONDS)
        try:
            self.channel.sendall(json.dumps(request).encode() + b"\n")
            while b"\n" not in self.rest:
                ready, _, _ = select.select([self.channel], [], [], timeout)
                if not ready:
                    self.stop()
                    return failure("timeout", f"the module gave no answer within {timeout} s")
                part = self.channel.recv(1 << 16)
                if not part:
                    raise ConnectionResetError
                self.rest += part
        except OSError:
            self.stop()
            return failure("crash", "the module ended its own process")
        reply, _, self.rest = self.rest.partition(b"\n")
        return reply


def failure(kind, message):
    return json.dumps({"error": kind, "message": message}).encode()


def supervise(requests, answers):
    supervisor = Supervisor()
    try:
        with os.fdopen(requests, "rb") as lines:
            for line in lines:
                reply = supervisor.answer(line) + b"\n"
                while reply:
                    reply = reply[os.write(answers, reply) :]
    finally:
        supervisor.stop()


if __name__ == "__main__":
    FOREIGN_FDS = [int(word) for word in sys.argv[1:3]]
    sys.path[0:1] = sys.argv[3:]
    sys.dont_write_bytecode = True
    supervise(*FOREIGN_FDS)
