/** The files that `agon init` writes: by kind, their texts by path. */

const WORKFLOW = `# Checks the C programs of this repository; findings are shown at the lines of a change.
name: Agon
on: [push, pull_request]

jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - name: Check every program by itself
        run: |
          status=0
          for program in $(git ls-files '*.c'); do
            # 10: an error was found; 20: no answer, which is printed and not a failure.
            npx --yes agon verify "$program" --format github --time-limit 60s || code=$?
            [ "\${code:-0}" -eq 0 ] || [ "\${code:-0}" -eq 20 ] || status=1
            code=0
          done
          exit $status
`;

const TASKS = `{
  "version": "2.0.0",
  "tasks": [
    {
      "label": "agon: verify this file",
      "type": "process",
      "command": "agon",
      "args": ["verify", "\${file}", "--quiet"],
      "group": "test",
      "presentation": { "reveal": "never" },
      "problemMatcher": {
        "owner": "agon",
        "source": "Agon",
        "fileLocation": ["autoDetect", "\${workspaceFolder}"],
        "pattern": {
          "regexp": "^(.+?):(\\\\d+):(\\\\d+): (error|warning): (.*)$",
          "file": 1,
          "line": 2,
          "column": 3,
          "severity": 4,
          "message": 5
        }
      }
    }
  ]
}
`;

const COMPETITION = `# A competition: agon run competition.yml
name: My competition
edition: 2026
tasks: .
limits:
  verification: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }
  violationValidation: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }
  correctnessValidation: { cpuTime: 10 s, wallTime: 60 s, memory: 2 GB, cores: 1 }

categories:
  - { name: ReachSafety, property: unreach-call, sets: [first.set] }

participants:
  - { id: agon-bmc, tool: agon-verifier, directory: builtin, options: [--config, bmc] }
  - { id: agon-induction, tool: agon-verifier, directory: builtin, options: [--config, induction] }

validators:
  - { id: agon-validator, tool: agon-validator, directory: builtin, kinds: [violation, correctness] }
`;

const TASK_PROGRAM = `extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0;
  while (i < 10 && i < n) i++;
  if (i > 10) reach_error();
  return 0;
}
`;

const TASK = `format_version: "2.0"
input_files: count.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
`;

export const STARTING_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ci: { ".github/workflows/agon.yml": WORKFLOW },
  vscode: { ".vscode/tasks.json": TASKS },
  competition: {
    "competition.yml": COMPETITION,
    "first.set": "count.yml\n",
    "count.c": TASK_PROGRAM,
    "count.yml": TASK,
    "unreach-call.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
  },
};
