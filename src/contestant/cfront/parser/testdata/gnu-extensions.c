/* Every GNU extension that the parser knows, in one file that gcc accepts with -std=gnu11 -w. */

/* Types and alternative keywords. */
__extension__ typedef long long int __extended;
typedef __builtin_va_list my_va_list;
typedef int quarter __attribute__((__mode__(__QI__)));
typedef unsigned int wide __attribute__((mode(DI)));
typedef int word __attribute__((mode(__word__)));
typedef float double_mode __attribute__((mode(DF)));
typedef int aligned_int __attribute__((aligned(16)));
static __inline__ __const__ __signed__ char first;
__typeof__(1 ? 1 : 2ul) unsigned_long;
typeof(int *) pointer_a, pointer_b;
__auto_type inferred = 1.5f;
__float128 quadruple = 1.0Q;
_Float32 f32 = 1.0f32;
_Float64 f64 = 1.0f64;
_Float32x f32x = 1.0f32x;
_Float128 f128 = 1.0f128;
__complex__ double complex_number = 1.0 + 2.0i;
_Complex float complex_float;
_Complex int complex_integer;
int __thread per_thread;
extern __thread int per_thread_elsewhere;
#ifdef __SIZEOF_INT128__
__int128 huge;
unsigned __int128 huge_unsigned;
__int128_t huge_typedef;
#endif

/* Records. */
struct empty {};
struct zero_length { int n; char data[0]; };
struct flexible { int n; int data[]; };
struct packed { char c; int i; } __attribute__((packed));
struct __attribute__((packed, aligned(2))) packed_before { char c; int i; };
struct member_attributes {
  char c;
  int i __attribute__((packed));
  int __attribute__((aligned(8))) j;
  char k __attribute__((__aligned__)), l;
};
struct anonymous { int a; union { int b; struct { int c, d; }; }; __extension__ union { char e; }; };
union __attribute__((transparent_union)) either { int *i; float *f; };
typedef union { const int *i; const char *c; } either_typedef __attribute__((transparent_union));
enum forward;
enum forward { FORWARD };
enum { TRAILING_COMMA = 1, } trailing;
enum attributed { OLD __attribute__((deprecated)) = 3, NEW };
enum __attribute__((packed)) small { SMALL };
enum wide_values { WIDE_VALUE = 0x100000000ULL };
_Static_assert(sizeof(struct packed) == 5, "packed");
_Static_assert(sizeof(struct empty) == 0, "empty");
_Static_assert(sizeof(enum small) == 1, "small");
_Static_assert(sizeof(quarter) == 1 && sizeof(wide) == 8, "mode");
_Static_assert(_Alignof(struct member_attributes) == 16, "aligned");

/* Initialisers. */
int range[10] = {[0 ... 4] = 1, [7 ... 8] = 2};
struct anonymous old_style = {a: 1, e: 2};
int no_equals[] = {[2] 5};
struct flexible with_elements = {2, {1, 2}};
struct anonymous constructed = (struct anonymous){.a = 1};
int array_constructed[] = (int[]){1, 2};
void *addresses[] = {&range, (void *)&range[3], (char *)range + 1};

/* Declarations. */
int old_declaration();
extern int renamed(int) asm("other_name");
extern int renamed_variable __asm__("other_variable");
void never(void) __attribute__((noreturn));
_Noreturn void never_again(void);
__attribute__((noreturn, cold)) static void attributes_first(void) { for (;;); }
static int __attribute__((unused, always_inline)) inline attributes_between(int x) { return x; }
int attributes_behind(const char *format, ...) __attribute__((format(printf, 1, 2))) __attribute__((nonnull(1)));
int parameter_attributes(int a __attribute__((unused)), __attribute__((unused)) int b);
int (__attribute__((cdecl)) *attributed_pointer)(int);
extern int weak_one __attribute__((weak)), weak_two __attribute__((weak, visibility("hidden")));
int implementation(void) { return 3; }
int alias_name(void) __attribute__((alias("implementation")));
int take_either(union either e);
int take_typedef(either_typedef e);
asm("");
implicit_int_variable = 3;
implicit_int_function(a, b) int a; { return a + b; }
short old_style_function(c, p, f) char c; char *p; float f; { return c + *p + f; }
;

/* Expressions. */
int expressions(int n, int *p, struct anonymous *s) {
  int statement_expression = ({ int t = n; t + 1; });
  int elvis = n ?: 2;
  void *arithmetic = (void *)p + 1;
  int (*function_arithmetic)(int, int *, struct anonymous *) = expressions + 1;
  union either cast_to_union = (union either)p;
  double real = __real__ complex_number, imaginary = __imag complex_number;
  __complex__ double conjugate = ~complex_number;
  __real complex_number = 2;
  int sizes = sizeof(void) + sizeof(expressions) + __alignof__(double) + __alignof n;
  int binary = 0b101, escape = '\e', multi = 'ab';
  int nested_comma = (1, n);
  int comparison = p == 5, mixed = n ? p : 0;
  p = n;
  n = p;
  take_either(p);
  take_either(cast_to_union);
  take_typedef("x");
  implicitly_declared(n);
  typeof(*s) copy = *s;
  __typeof(n) other = __extension__ ({ n; });
  const char *name = __FUNCTION__, *pretty = __PRETTY_FUNCTION__, *standard = __func__;
  int generic = _Generic(n, int: 1, default: 2);
  return statement_expression + elvis;
}

/* Vectors. */
typedef int four __attribute__((vector_size(16)));
typedef float __attribute__((__vector_size__(16))) four_floats;
int __attribute__((vector_size(8))) pair = {1, 2}, *pair_pointer = &pair;
typedef unsigned four_unsigned __attribute__((vector_size(16)));
four_unsigned masks(four a, four b, four_floats f, four_unsigned u) {
  u = a < b;
  f = (a < b) & ~(b > a);
  u += a + 1 < 3u, u = (f < f) & u;
  a = a + (b | u);
  return u * 5 - (short)a[0];
}
four vectors(four a, four b, four_floats f) {
  four sum = a + b * 2 - 1, mask = f < 1.0f;
  sum <<= 1;
  sum[1] = sum[0];
  sum++;
  mask &= a >= b;
  a = __builtin_shuffle(a, b, mask);
  f = __builtin_convertvector(a, four_floats);
  return (four)f ^ ~sum | -(four){1, 2, 3};
}

/* Statements. */
int statements(int n, ...) {
  __label__ local, other;
  static void *targets[] = {&&local, &&other};
  int vla[n], matrix[n][n + 1];
  typedef int row[n];
  row one_row;
  my_va_list list, copy;
  __builtin_va_start(list, n);
  __builtin_va_copy(copy, list);
  n += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  switch (n) {
  case 1 ... 5:
    n++;
    __attribute__((fallthrough));
  case 'a' ... 'z':
  case -3:
    break;
  default:;
  }
  goto *targets[n & 1];
local:
  __attribute__((unused));
  n = sizeof vla + sizeof(matrix[0]) + sizeof(row) + sizeof(int[n]);
other: {
    __label__ local;
    goto local;
  local:
    n = ({ __label__ inner; if (n) goto inner; inner: n; });
  }
  asm("nop");
  asm volatile("" ::: "memory");
  __asm__ __volatile__("mov %1, %0" : "=r"(n) : "r"(vla[0]) : "cc", "memory");
  asm("incl %[value]" : [value] "+m"(n));
  asm goto("" : : : : done);
  register int in_register asm("eax") = n;
  for (int i = 0, *p = &n; i < *p; i++) vla[i] = matrix[i][0];
  extern int in_block;
  int prototype_in_block(int);
  in_block = n;
  if (n) done: n--;
  return in_register;
  label_at_end:;
}
int in_block;
void vla_parameters(int n, int a[n], int b[n][n + 1], int c[static 3], int d[const], int e[*]);
int vla_definition(int n, int a[n][n * 2]) { return a[1][0] + sizeof(a[0]); }

/* Builtins. */
int builtins(int n, long l, float f, double d, char *s, int *p, ...) {
  n += __builtin_expect(n > 0, 1) + __builtin_expect_with_probability(n, 1, 0.9);
  n += __builtin_constant_p(3) + __builtin_constant_p(n) + __builtin_types_compatible_p(int, typeof(n));
  n += __builtin_choose_expr(1, n, s) + __builtin_offsetof(struct anonymous, d);
  n += __builtin_isnan(f) + __builtin_isinf(d) + __builtin_isinf_sign(f) + __builtin_isfinite(d);
  n += __builtin_isnormal(f) + __builtin_signbit(d) + __builtin_signbitf(f) + __builtin_isgreater(f, d);
  n += __builtin_isunordered(d, d) + __builtin_islessgreater(f, f) + __builtin_fpclassify(0, 1, 2, 3, 4, f);
  d += __builtin_inf() + __builtin_huge_val() + __builtin_nan("") + __builtin_inff() + __builtin_fabs(d);
  d += __builtin_sqrt(d) + __builtin_copysign(d, f);
  n += __builtin_add_overflow(n, l, p) + __builtin_smul_overflow(n, n, p) + __builtin_sub_overflow_p(n, l, n);
  n += __builtin_clz(n) + __builtin_ctzl(l) + __builtin_popcountll(l) + __builtin_ffs(n) + __builtin_parity(n);
  n += __builtin_clrsb(n) + __builtin_bswap16(n) + __builtin_bswap32(n) + (int)__builtin_bswap64(l);
  s = __builtin_alloca(n);
  __builtin_memcpy(s, p, n);
  __builtin___memcpy_chk(s, p, n, __builtin_object_size(s, 0));
  __builtin___sprintf_chk(s, 0, -1, "%d", n);
  n += __builtin_strlen(s) + __builtin_strcmp(s, "x") + __builtin_abs(n);
  __builtin_prefetch(s);
  s = __builtin_assume_aligned(s, 16);
  s = __builtin_return_address(0);
  s = __builtin_frame_address(0);
  n += __sync_fetch_and_add(p, 1) + __sync_add_and_fetch(&l, n) + __sync_bool_compare_and_swap(p, 1, 2);
  n += __sync_val_compare_and_swap(p, 1, 2) + __sync_lock_test_and_set(p, 1);
  __sync_lock_release(p);
  __sync_synchronize();
  n += __atomic_load_n(p, __ATOMIC_SEQ_CST) + __atomic_exchange_n(p, 1, 5) + __atomic_fetch_or(p, 1, 5);
  __atomic_store_n(p, 1, 5);
  __atomic_load(p, &n, 5);
  n += __atomic_compare_exchange_n(p, &n, 1, 0, 5, 5) + __atomic_test_and_set(s, 5);
  __atomic_clear(s, 5);
  __atomic_thread_fence(5);
  complex_number = __builtin_complex(d, d);
  if (n) __builtin_unreachable();
  if (n) __builtin_trap();
  __builtin_abort();
}

#include <stdarg.h>
typedef int four_ints __attribute__((vector_size(16)));
__attribute__((vector_size(8))) short four_shorts;
four_ints vector_copy(four_ints v) { four_ints w = v; return w; }
static void released(int *p) { *p = 0; }
__attribute__((constructor(101))) static void before_main(void) {}
__attribute__((destructor)) static void after_main(void) {}
extern int weak_object __attribute__((weak));
int nested(int n, ...) {
  int guarded __attribute__((cleanup(released))) = n;
  auto int inner(int);
  int inner(int x) { return x + n + guarded; }
  int old_style(a, b) int a; char b; { return a + b; }
  va_list list;
  va_start(list, n);
  n = va_arg(list, int) + (int)va_arg(list, double);
  va_end(list);
  return inner(old_style(1, 2));
}
