/** Pages with plots over many runs. */
export { CategoryPage } from "./category.tsx";
export { QuantilePage } from "./quantile.tsx";
export { ScatterPage } from "./scatter.tsx";
