/** Pages about the competition as a whole. */
export { AboutPage } from "./about.tsx";
export { ComparePage } from "./compare.tsx";
export { QualityPage } from "./quality.tsx";
export { RulesPage } from "./rules.tsx";
export { SystemsPage } from "./systems.tsx";
export { TrackPage } from "./track.tsx";
export { ValidationPage } from "./validation.tsx";
