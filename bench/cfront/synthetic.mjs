/** Programs of a given size, in the style of the largest ones of SV-COMP. */

/** Event-condition-action: one function of many tests over a few variables. */
export function eventConditionAction(bytes) {
  const head = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int ${Array.from({ length: 12 }, (_, index) => `a${index} = ${index}`).join(", ")};
int calculate_output(int input) {
`;
  const parts = [head];
  let length = head.length;
  for (let index = 0; length < bytes; index++) {
    const [one, two, three] = [index % 12, (index * 7 + 3) % 12, (index * 5 + 1) % 12];
    const part = `  if((((((a${one}==${index % 16}) && (input == ${(index % 6) + 1})) && cf==1 ) && (a${two}%${(index % 97) + 2} != 1)) && a${three} >= ${index % 33})){
    cf = 0;
    a${two} = ((((a${one} - ${index}) * 9)/ 10) + ${index % 1000});
    a${three} = ${(index + 1) % 16};
    return ${20 + (index % 7)};
  }
`;
    parts.push(part);
    length += part.length;
  }
  parts[0] = parts[0].replace("int calculate_output", "int cf = 1;\nint calculate_output");
  parts.push(`  return -2;
}
int main(void) {
  while(1) {
    int input = __VERIFIER_nondet_int();
    cf = 1;
    if (calculate_output(input) == -3) reach_error();
  }
}
`);
  return parts.join("");
}

/**
 * A device driver in the style of CIL's output: many records and small functions, line markers,
 * gotos.
 */
export function deviceDriver(bytes) {
  const parts = ["extern int __VERIFIER_nondet_int(void);\n"];
  const calls = [];
  let length = 0;
  for (let index = 0; length < bytes; index++) {
    const part = `#line ${index * 20 + 1} "drivers/net/device.c"
struct device_${index} {
   unsigned long flags ;
   struct device_${index} *next ;
   int (*open)(struct device_${index} * , unsigned int ) ;
   unsigned char address[${(index % 30) + 2}] ;
   unsigned int state : 3 ;
   union { int word ; char text[4] ; } value ;
};
static int device_${index}_open(struct device_${index} *dev , unsigned int mode )
{ unsigned long __cil_tmp5 ;
  int __retres6 ;
  char *tmp___0 ;
  {
#line ${index * 20 + 12}
  __cil_tmp5 = (unsigned long )dev + ${index % 64}UL;
  if ((mode & ${1 << (index % 16)}U) != 0U) {
    dev->flags = dev->flags | __cil_tmp5;
    goto ldv_${index};
  } else {
  }
  tmp___0 = (char *)(& dev->value);
  *(tmp___0 + (mode & 3U)) = (char )${index % 127};
  while (dev->next != (struct device_${index} *)0) {
    dev->address[mode % sizeof(dev->address)] = (unsigned char )((int )dev->state + ${index % 9});
    dev = dev->next;
  }
  ldv_${index}: __retres6 = dev->value.word;
  return (__retres6);
  }
}
`;
    parts.push(part);
    calls.push(
      `  { static struct device_${index} d; d.open = &device_${index}_open; sum += d.open(&d, n); }\n`,
    );
    length += part.length + calls[index].length;
  }
  parts.push(`int main(void) {\n  int sum = 0;\n  unsigned n = __VERIFIER_nondet_int();\n`);
  parts.push(...calls, "  return sum;\n}\n");
  return parts.join("");
}
