// uPlot formats numbers with the browser's language when it is loaded, and fails where that is not
// a valid tag (`en-US@posix`).
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}

export {};
