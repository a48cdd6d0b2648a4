/** What a figure is drawn for: its size and letters on paper or on a slide. */
export interface PaperSize {
  readonly name: string;
  readonly widthMillimetres: number;
  /** Of the drawing; the legend may add to it. */
  readonly heightMillimetres: number;
  readonly fontPoints: number;
  /** As in CSS; for SVG. */
  readonly fontFamily: string;
  /** LaTeX takes the letters of the document around it: with or without serifs. */
  readonly hasSerifs: boolean;
  /** A caption has the title in papers; a slide has it in the picture. */
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
