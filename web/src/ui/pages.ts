/** The pages of the navigation, with the second key after `g`. */
export interface PageEntry {
  readonly title: string;
  readonly path: readonly string[];
  readonly key?: string;
}

export const PAGES: readonly PageEntry[] = [
  { title: "Edition", path: [], key: "g e" },
  { title: "Runs", path: ["runs"], key: "g r" },
  { title: "Quantile", path: ["plot", "quantile"], key: "g q" },
  { title: "Scatter", path: ["plot", "scatter"], key: "g s" },
  { title: "Compare", path: ["compare"], key: "g c" },
  { title: "Validation", path: ["validation"], key: "g v" },
  { title: "Systems", path: ["systems"] },
  { title: "What if", path: ["rules"], key: "g w" },
  { title: "Quality", path: ["quality"] },
  { title: "About", path: ["about"], key: "g a" },
];
