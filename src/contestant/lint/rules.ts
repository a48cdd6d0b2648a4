/**
 * The rules by name, with an explanation of each. Sources: the description of the formats
 * (sv-witnesses), the rules of SV-COMP, and for GraphML the reference linter (witnesslint).
 */
export const RULES: Readonly<Record<string, string>> = {
  // ------------------------------------------------------------- any format
  "not-a-witness":
    "a witness is GraphML (format 1.0) or YAML (formats 2.x), perhaps compressed with gzip",
  "hash-mismatch": "the witness was made for another program: validators refuse it",
  "version-not-accepted": "a witness in another version counts as missing in this category",
  "witness-not-expected": "in this category the verdict counts without a witness",
  "undeclared-name": "expressions use only names that are visible at their location",
  "program-not-parsed": "without the syntax tree only lines and columns of locations are checked",
  // ------------------------------------------------------------------- YAML
  "yaml-syntax": "the file must be well-formed YAML",
  "yaml-parts": "large witnesses are read part by part, which needs YAML in block style",
  "no-entry": "a witness is a list of entries",
  "missing-key": "the schema of the format requires this key",
  "unknown-key": "the schema of the format has no such key here",
  "wrong-value": "the schema of the format demands another kind of value",
  "format-version": "this part needs a newer format_version",
  "mixed-versions": "all entries of a file have the same format_version",
  "entry-combination":
    "a file has one violation_sequence, or one invariant_set and at most one ghost_instrumentation",
  "legacy-entry":
    "format 0.1 documents validations in entries of their own; they say nothing about the program",
  "legacy-version":
    "format 0.1 is from before 2.0: no competition accepts it; 'agon witness convert' translates",
  uuid: "an RFC 4122 identifier, such as 91023a0f-9f45-4385-88c4-1152ade45537",
  "creation-time": "ISO 8601, such as 2026-11-21T10:00:00Z",
  "data-model": "ILP32 or LP64, as in the task",
  "hash-syntax": "a SHA-256 hash has 64 hexadecimal digits",
  "specification-form": "the text of the property file: CHECK( init(main()), LTL(FORMULA) )",
  "specification-mismatch": "the witness is about another property",
  "input-file": "input_files and input_file_hashes name the program of the task",
  "draft-key": "drafts of the format had this key; it never was part of a version",
  "column-zero": "the first character of a line has column 1",
  "location-file": "locations lie in the program",
  "location-line": "the program has no such line",
  "location-column": "the line has no such column",
  "location-kind": "the kind of a waypoint or invariant decides what its location must point to",
  "location-function": "'function' names the function around the location",
  "segment-structure":
    "a segment is zero or more 'avoid' waypoints and then one to follow; the last segment has the target",
  "assumption-again":
    "the format leaves open whether one evaluation may pass two waypoints: validators may want two",
  "constraint-presence": "only assumptions, branchings and function_returns have constraints",
  "constraint-format": "the constraint of an assumption or function_return names its format",
  "branching-format": "the constraint of a branching has only a value",
  "branching-outcome": "true or false; for a switch an integer or default",
  "result-constraint": "\\result compared with a constant by ==, !=, <, <=, > or >=",
  "result-format": "format 2.0 calls it acsl_expression, newer versions ext_c_expression",
  "expression-syntax": "values are C expressions",
  "expression-effect": "expressions have no side effects and no function calls",
  "expression-type": "values are used as truth values",
  "ghost-name":
    "a ghost variable has a name that is a C identifier and that the program does not use",
  "thread-id":
    "threads are numbered from 1 in the order of the function_enter waypoints that create them",
  // ---------------------------------------------------------------- GraphML
  "xml-syntax": "the file must be well-formed XML without declarations of its own",
  "graphml-namespace": "the root declares the GraphML namespace and the prefix xsi",
  "graphml-structure": "graphml has keys and one graph; the graph has data, nodes and edges",
  "key-definition": "each key is defined once, for the right kind of element",
  "key-undefined": "data elements use only keys that are defined",
  "data-element": "a data element has the attribute key and a text",
  "graph-data": "the required data of the graph, each once and with a value of its domain",
  "node-data": "data of nodes: entry, sink, violation, invariant, invariant.scope, cyclehead",
  "edge-data": "data of edges: see the description of the format",
  "node-id": "each node has an id of its own and no other attribute",
  "edge-ends": "an edge leads from a declared node to another declared node",
  "entry-node": "exactly one node is the entry",
  "sink-edges": "a sink has no leaving edges",
  "witness-kind-data":
    "some keys belong to violation witnesses only, others to correctness witnesses",
  "result-function": "an assumption with \\result needs assumption.resultfunction",
  "function-name": "the program has no such function",
  "line-range": "lines count from 1 to the end of the program",
  "offset-range": "offsets count characters from the start of the program",
  "call-stack":
    "along every path functions are returned from in the order in which they were entered",
  "needless-data": "it says what holds without it",
};
