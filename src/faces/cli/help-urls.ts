/** Text of `agon help urls`: addresses inside the result pages. */
export const URLS_HELP = `agon: addresses of the result pages (everything behind '#')

  #/                          edition: medals, matrix of scores
  #/c/CATEGORY                ranking, quantile plot, categories below, hard tasks
  #/runs                      all runs
  #/plot/quantile             quantile plots
  #/plot/scatter              two verifiers
  #/compare                   gained and lost, also against earlier results
  #/v/VERIFIER  #/t/TASK      a verifier; a task
  #/r/CATEGORY/VERIFIER/TASK  a run; with w its witness, with x the counterexample
  #/tracks/KIND-VERSION       validators ranked, e.g. violation-2.0
  #/validation  #/systems  #/rules  #/quality  #/about

State follows as ?KEY=VALUE&…; empty values are left out, unknown keys are kept:

  c     category                                    runs, plots, compare, validation, tracks,
                                                    quality
  q     query (see below)                           runs, plots
  sort  columns, '-' for descending: -cpu,task      runs, compare
  cols  columns to show: task,tool,status    runs
  view  tasks: tasks by verifiers                   runs
  stat  cpu, wall, memory, energy: statistics       runs
  m     cpu (default), wall, mem, energy            plots
  b     score (default), correct, answered          quantile: the x axis
  a     true or false: only these answers           quantile
  v     verifiers: a,b                              quantile
  x, y  verifiers                                   scatter
  hide  numbers of classes: 2.4, '-' for none       scatter
  scale lin   tab 1   hl VERIFIER                   plots: axis, table, emphasis
  a, b  verifiers; VERIFIER@2: of the second of the earlier results     compare
  k     gained, lost, changed, same                 compare
  step  number of the step                          counterexamples
  edition, meta, ct cf ut uf wt wf, void, out       rules: edition, normalised or plain-sum,
        points, tasks (a|b), opt-outs (VERIFIER@CATEGORY|…)

Queries: conditions that must all hold, with '-' in front negated:
  v:VERIFIER  c:CATEGORY  s:RESULT  status:STATUS  expected:VERDICT  t:TASK  /PATTERN/
  cpu>10  wall<5  mem:10..100  points:2  energy>3

Addresses of BenchExec's tables (#/table?filter=…&sort=…) are translated.
'agon plot RESULTS --from-link LINK' makes the figure of a plot's address.`;
