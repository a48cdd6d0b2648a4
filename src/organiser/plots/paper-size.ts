/** The medium of a figure: its size and letters on paper or on a slide. */
export interface PaperSize {
  readonly name: string;
  readonly widthMillimetres: number;
  /** Height of the drawing; the legend may add to it. */
  readonly heightMillimetres: number;
  readonly fontPoints: number;
  /** As in CSS; for SVG. */
  readonly fontFamily: string;
  /** LaTeX uses the letters of the surrounding document: with or without serifs. */
  readonly hasSerifs: boolean;
  /** In papers the caption contains the title; on a slide the picture does. */
  readonly hasTitle: boolean;
}

/** By their names in options and addresses. */
export const PAPER_SIZES: Readonly<Record<string, PaperSize>> = {
  // Springer's llncs.cls: 12.2 cm of text.
  lncs: {
    name: "LNCS column, 122 mm",
    widthMillimetres: 122,
    heightMillimetres: 74,
    fontPoints: 8,
    fontFamily: "'Times New Roman', Times, serif",
    hasSerifs: true,
    hasTitle: false,
  },
  // acmart, two columns: 241.1 pt each.
  acm: {
    name: "ACM column, 84.7 mm",
    widthMillimetres: 84.7,
    heightMillimetres: 60,
    fontPoints: 7,
    fontFamily: "'Linux Libertine O', 'Libertinus Serif', Times, serif",
    hasSerifs: true,
    hasTitle: false,
  },
  slide: {
    name: "slide 16:9, 254 mm",
    widthMillimetres: 254,
    heightMillimetres: 128,
    fontPoints: 16,
    fontFamily: "Helvetica, Arial, sans-serif",
    hasSerifs: false,
    hasTitle: true,
  },
};
