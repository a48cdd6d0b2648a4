/** The product of two complex numbers (C11 G.5.1p6). */
function product(name: string, type: string, suffix: string): string {
  return `
${type} _Complex __agon_complex_mul_${name}(${type} a, ${type} b, ${type} c, ${type} d) {
  const ${type} ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  ${type} x = ac - bd, y = ad + bc;
  if (x != x && y != y) {
    int first = __builtin_isinf(a) || __builtin_isinf(b);
    int second = __builtin_isinf(c) || __builtin_isinf(d);
    if (first) { a = __agon_unit_${name}(a); b = __agon_unit_${name}(b); }
    if (second) { c = __agon_unit_${name}(c); d = __agon_unit_${name}(d); }
    if (first || second || __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc)) {
      if (a != a) a = 0;
      if (b != b) b = 0;
      if (c != c) c = 0;
      if (d != d) d = 0;
      x = __builtin_inf${suffix}() * (a * c - b * d);
      y = __builtin_inf${suffix}() * (a * d + b * c);
    }
  }
  return __agon_parts_${name}(x, y);
}`;
}

/** A number from its parts. */
function assembly(name: string, type: string): string {
  return `
static ${type} _Complex __agon_parts_${name}(${type} x, ${type} y) {
  ${type} _Complex z;
  __real__ z = x;
  __imag__ z = y;
  return z;
}`;
}

/** Helper functions of both operations on floating numbers. */
function helpers(name: string, type: string): string {
  return `${assembly(name, type)}
static ${type} __agon_like_${name}(${type} size, ${type} sign) {
  return sign < 0 || (sign == 0 && 1 / sign < 0) ? -size : size;
}
static ${type} __agon_unit_${name}(${type} x) { return __agon_like_${name}(__builtin_isinf(x) ? 1 : 0, x); }
static ${type} __agon_size_${name}(${type} x) { return x < 0 ? -x : x; }`;
}

/** Infinities and zeros that the formula of a quotient misses (C11 G.5.1p8). */
function quotientEnd(name: string, suffix: string): string {
  return `
  if (x != x && y != y) {
    int finite = __builtin_isfinite(c) && __builtin_isfinite(d);
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = __agon_like_${name}(__builtin_inf${suffix}(), c) * a;
      y = __agon_like_${name}(__builtin_inf${suffix}(), c) * b;
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && finite) {
      a = __agon_unit_${name}(a);
      b = __agon_unit_${name}(b);
      x = __builtin_inf${suffix}() * (a * c + b * d);
      y = __builtin_inf${suffix}() * (b * c - a * d);
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {
      c = __agon_unit_${name}(c);
      d = __agon_unit_${name}(d);
      x = 0 * (a * c + b * d);
      y = 0 * (b * c - a * d);
    }
  }
  return __agon_parts_${name}(x, y);`;
}

/**
 * Smith's quotient ("Algorithm 116", 1962) with the scaling of Baudin and Smith
 * ("A robust complex division in Scilab", 2012) in the order of operations of libgcc 12.
 */
function scaledQuotient(name: string, type: string, suffix: string, prefix: string): string {
  return `
static ${type} __agon_scaled_${name}(${type} u, ${type} ratio, ${type} small, ${type} large) {
  return __agon_size_${name}(ratio) > __${prefix}_MIN__ ? u * ratio : small * (u / large);
}
${type} _Complex __agon_complex_div_${name}(${type} a, ${type} b, ${type} c, ${type} d) {
  const ${type} epsilon = __${prefix}_EPSILON__, least = __${prefix}_MIN__, half = __${prefix}_MAX__ / 2;
  const int turned = __agon_size_${name}(c) < __agon_size_${name}(d);
  ${type} large = turned ? d : c, small, ratio, divisor, x, y;
  ${type} scale = 1;
  if (__agon_size_${name}(large) >= half) { a = a / 2; b = b / 2; c = c / 2; d = d / 2; large = turned ? d : c; }
  if (__agon_size_${name}(large) < epsilon) scale = 1 / epsilon;
  else {
    const ${type} bound = half * epsilon;
    if (((__agon_size_${name}(a) < least && __agon_size_${name}(b) < bound) ||
         (__agon_size_${name}(b) < least && __agon_size_${name}(a) < bound)) && __agon_size_${name}(large) < bound)
      scale = 1 / epsilon;
  }
  a = a * scale; b = b * scale; c = c * scale; d = d * scale;
  large = turned ? d : c;
  small = turned ? c : d;
  ratio = small / large;
  divisor = small * ratio + large;
  if (turned) {
    x = (__agon_scaled_${name}(a, ratio, small, large) + b) / divisor;
    y = (__agon_scaled_${name}(b, ratio, small, large) - a) / divisor;
  } else {
    x = (__agon_scaled_${name}(b, ratio, small, large) + a) / divisor;
    y = (b - __agon_scaled_${name}(a, ratio, small, large)) / divisor;
  }
  ${quotientEnd(name, suffix)}
}`;
}

/** Both parts of a float fit into a double with room to spare. */
const FLOAT_QUOTIENT = `
float _Complex __agon_complex_div_float(float a, float b, float c, float d) {
  const double aa = a, bb = b, cc = c, dd = d, divisor = cc * cc + dd * dd;
  float x = (aa * cc + bb * dd) / divisor, y = (bb * cc - aa * dd) / divisor;
  ${quotientEnd("float", "f")}
}`;

/** gcc divides complex integers by Smith's method, too; each division truncates, and each result wraps to the type. */
function integerQuotient(name: string, type: string): string {
  const part = (x: string, operator: string, y: string): string =>
    `(${type})((${type})(${x} ${operator} ${y}) / divisor)`;
  const scaled = (x: string): string => `(${type})(${x} * ratio)`;
  return `${assembly(name, type)}
${type} _Complex __agon_complex_div_${name}(${type} a, ${type} b, ${type} c, ${type} d) {
  const ${type} first = (${type})(c < 0 ? -c : c), second = (${type})(d < 0 ? -d : d);
  const int turned = first < second;
  ${type} ratio, divisor;
  if (turned) {
    ratio = c / d;
    divisor = ${scaled("c")} + d;
    return __agon_parts_${name}(${part(scaled("a"), "+", "b")}, ${part(scaled("b"), "-", "a")});
  }
  ratio = d / c;
  divisor = ${scaled("d")} + c;
  return __agon_parts_${name}(${part(scaled("b"), "+", "a")}, ${part("b", "-", scaled("a"))});
}`;
}

/** \`conj\`, \`creal\`, \`cimag\` and \`cproj\` of <complex.h>. */
function partFunctions(type: string, end: string, suffix: string): string {
  return `
${type} _Complex conj${end}(${type} _Complex z) { return ~z; }
${type} creal${end}(${type} _Complex z) { return __real__ z; }
${type} cimag${end}(${type} _Complex z) { return __imag__ z; }
${type} _Complex cproj${end}(${type} _Complex z) {
  if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;
  return __builtin_complex(__builtin_inf${suffix}(), copysign${end}((${type})0, __imag__ z));
}`;
}

/**
 * Complex arithmetic, and those functions of <complex.h> that are exact.
 *
 * - Products and quotients are those of libgcc 12 with parts rounded to their
 *   type; on ILP32 libgcc itself computes with the x87's wider registers, so the
 *   last bit of a part may differ there.
 * - The others of <complex.h> are not modelled.
 */
export const COMPLEX_MODELS: string = [
  helpers("float", "float"),
  product("float", "float", "f"),
  FLOAT_QUOTIENT,
  ...(
    [
      ["double", "double", "", "DBL"],
      ["ldouble", "long double", "l", "LDBL"],
      ["float128", "_Float128", "f128", "FLT128"],
    ] as const
  ).flatMap(([name, type, suffix, prefix]) => [
    helpers(name, type),
    product(name, type, suffix),
    scaledQuotient(name, type, suffix, prefix),
  ]),
  integerQuotient("schar", "signed char"),
  integerQuotient("uchar", "unsigned char"),
  integerQuotient("short", "short"),
  integerQuotient("ushort", "unsigned short"),
  integerQuotient("int", "int"),
  integerQuotient("uint", "unsigned"),
  integerQuotient("llong", "long long"),
  integerQuotient("ullong", "unsigned long long"),
  partFunctions("double", "", ""),
  partFunctions("float", "f", "f"),
  partFunctions("long double", "l", "l"),
].join("");
