/** Data keys of the graph in format 1.0; all of them are required. */
export const GRAPH_KEYS = [
  "witness-type",
  "sourcecodelang",
  "producer",
  "specification",
  "programfile",
  "programhash",
  "architecture",
  "creationtime",
] as const;
