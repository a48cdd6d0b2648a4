/**
 * Points as pixels: counted per pixel and class in one pass, so that overplotting shows as density,
 * and painted class by class. It creates no object per point.
 */
/** Positions on the axes (logarithms on a logarithmic one); absent measurements are NaN. */
export interface PointCloud {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** For each point: index into the colours. */
  readonly classes: Uint8Array;
}

/** Shown part of both axes, in the unit of the cloud. */
export interface View {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Pixels per pixel of the screen: 1, 2 … */
  readonly ratio: number;
  /** By class: 1 where its points are not drawn. */
  readonly hidden: Uint8Array;
  /** By class: `0xRRGGBB`. */
  readonly colors: readonly number[];
  /** Classes from the lowest layer to the one on top. */
  readonly order: readonly number[];
}

const MAX_COUNT = 255;

/** Positions of measures on an axis. */
export function scaleValues(values: Float64Array, factor: number, isLinear: boolean): Float64Array {
  const scaled = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = (values[index] as number) * factor;
    // A logarithm of 0 is replaced by a finite position; NaN stays NaN.
    scaled[index] = isLinear ? value : Math.log10(Math.max(value, LEAST));
  }
  return scaled;
}

const LEAST = 1e-3;

/** The same range for both axes, with all visible points. */
export function fullView(
  { x, y, classes }: PointCloud,
  hidden: Uint8Array,
  isLinear: boolean,
): View {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < x.length; index++) {
    if (hidden[classes[index] as number] === 1) continue;
    const a = x[index] as number;
    const b = y[index] as number;
    if (a < low) low = a;
    if (b < low) low = b;
    if (a > high) high = a;
    if (b > high) high = b;
  }
  if (!(low < high)) [low, high] = isLinear ? [0, 1] : [-1, 1];
  if (isLinear) return { x: [0, high * 1.04], y: [0, high * 1.04] };
  const bottom = Math.floor(low + 1e-9);
  const margin = (high - bottom) * 0.03;
  return { x: [bottom - margin, high + margin], y: [bottom - margin, high + margin] };
}

/**
 * The points as RGBA, rows from the top, to be put on a canvas. Every point is a disc, which is
 * larger when there are fewer.
 */
export function paintPoints(
  { x, y, classes }: PointCloud,
  view: View,
  raster: Raster,
): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, hidden } = raster;
  const size = width * height;
  const counts = new Uint8Array(size * raster.colors.length);
  // Indices of `counts` that are not zero, by class: much fewer than all.
  const touched = new Uint32Array(x.length);
  const starts = startsOf(classes, raster.colors.length);
  const ends = starts.slice();
  const [left, right] = view.x;
  const [bottom, top] = view.y;
  const stepX = (width - 1) / (right - left);
  const stepY = (height - 1) / (top - bottom);
  for (let index = 0; index < x.length; index++) {
    const kind = classes[index] as number;
    if (hidden[kind] === 1) continue;
    const column = ((x[index] as number) - left) * stepX + 0.5;
    const row = (top - (y[index] as number)) * stepY + 0.5;
    // Also false for NaN.
    if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
    const pixel = (row | 0) * width + (column | 0);
    const at = kind * size + pixel;
    const count = counts[at] as number;
    if (count === 0) {
      const place = ends[kind] as number;
      ends[kind] = place + 1;
      touched[place] = pixel;
    }
    if (count < MAX_COUNT) counts[at] = count + 1;
  }
  const byClass = Array.from(ends, (end, kind) => touched.subarray(starts[kind], end));
  return paint(counts, byClass, x.length, raster);
}

/** Start of each class's points when they are sorted by class. */
function startsOf(classes: Uint8Array, kinds: number): Uint32Array {
  const starts = new Uint32Array(kinds);
  for (let index = 0; index < classes.length; index++) {
    const next = (classes[index] as number) + 1;
    if (next < kinds) starts[next] = (starts[next] as number) + 1;
  }
  for (let kind = 1; kind < kinds; kind++) {
    starts[kind] = (starts[kind] as number) + (starts[kind - 1] as number);
  }
  return starts;
}

function paint(
  counts: Uint8Array,
  byClass: readonly Uint32Array[],
  points: number,
  { width, height, ratio, colors, order }: Raster,
): Uint8ClampedArray<ArrayBuffer> {
  const size = width * height;
  const pixels = new Uint8ClampedArray(size * 4);
  const words = new Uint32Array(pixels.buffer);
  const disc = discOf((points > 20_000 ? 0.5 : points > 2000 ? 1.6 : 3.4) * ratio);
  const weight = points > 20_000 ? 0.45 : points > 2000 ? 0.6 : 0.72;
  const alphas = Float64Array.from(
    { length: MAX_COUNT + 1 },
    (_, count) => 1 - (1 - weight) ** count,
  );
  for (const kind of order) {
    const color = colors[kind] as number;
    const start = kind * size;
    const fresh = Uint32Array.from(alphas, (alpha) => wordOf(color, alpha));
    const touched = byClass[kind] as Uint32Array;
    for (let place = 0; place < touched.length; place++) {
      const pixel = touched[place] as number;
      const count = counts[start + pixel] as number;
      const alpha = alphas[count] as number;
      if (disc.length === 1) {
        if (words[pixel] === 0) words[pixel] = fresh[count] as number;
        else blend(pixels, pixel * 4, color, alpha);
        continue;
      }
      const cx = pixel % width;
      const cy = (pixel / width) | 0;
      for (let each = 0; each < disc.length; each++) {
        const px = cx + (disc.dx[each] as number);
        const py = cy + (disc.dy[each] as number);
        if (px < 0 || px >= width || py < 0 || py >= height) continue;
        blend(pixels, (py * width + px) * 4, color, alpha * (disc.cover[each] as number));
      }
    }
  }
  return pixels;
}

/** A colour over a transparent pixel, as the four bytes of a pixel. */
function wordOf(color: number, alpha: number): number {
  const bytes = Uint8ClampedArray.of(color >> 16, (color >> 8) & 255, color & 255, alpha * 255);
  return new Uint32Array(bytes.buffer)[0] as number;
}

/** Blends a colour over a pixel. */
function blend(pixels: Uint8ClampedArray, at: number, color: number, alpha: number): void {
  const under = (pixels[at + 3] as number) / 255;
  const over = alpha + under * (1 - alpha);
  const above = alpha / over;
  const below = 1 - above;
  pixels[at] = (color >> 16) * above + (pixels[at] as number) * below;
  pixels[at + 1] = ((color >> 8) & 255) * above + (pixels[at + 1] as number) * below;
  pixels[at + 2] = (color & 255) * above + (pixels[at + 2] as number) * below;
  pixels[at + 3] = over * 255;
}

/** Offsets of the pixels of a disc, and the covered share of each. */
interface Disc {
  readonly length: number;
  readonly dx: Int8Array;
  readonly dy: Int8Array;
  readonly cover: Float64Array;
}

function discOf(radius: number): Disc {
  const reach = Math.ceil(radius);
  const dx: number[] = [];
  const dy: number[] = [];
  const cover: number[] = [];
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const share = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x, y)));
      if (share === 0) continue;
      dx.push(x);
      dy.push(y);
      cover.push(share);
    }
  }
  return {
    length: dx.length,
    dx: Int8Array.from(dx),
    dy: Int8Array.from(dy),
    cover: Float64Array.from(cover),
  };
}

/** The drawn point that is nearest to a pixel, at most `reach` away; undefined: there is none. */
export function nearestPoint(
  { x, y, classes }: PointCloud,
  view: View,
  { width, height, hidden }: Pick<Raster, "width" | "height" | "hidden">,
  at: { readonly x: number; readonly y: number; readonly reach: number },
): number | undefined {
  const stepX = width / (view.x[1] - view.x[0]);
  const stepY = height / (view.y[1] - view.y[0]);
  let best: number | undefined;
  let distance = at.reach * at.reach;
  for (let index = 0; index < x.length; index++) {
    if (hidden[classes[index] as number] === 1) continue;
    const dx = ((x[index] as number) - view.x[0]) * stepX - at.x;
    const dy = (view.y[1] - (y[index] as number)) * stepY - at.y;
    const square = dx * dx + dy * dy;
    if (square < distance) {
      distance = square;
      best = index;
    }
  }
  return best;
}
