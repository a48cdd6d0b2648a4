/**
 * Attributes that are not stored (GCC 14 manual, "Function Attributes", "Variable Attributes",
 * "Type Attributes", "Label Attributes", "Statement Attributes"; those of x86): those without
 * effect on verification, and those whose effect is not modelled. A name that is neither here nor
 * modelled is refused.
 */
import { alike, type SupportNote } from "../support.ts";

export const OTHER_ATTRIBUTES: ReadonlyMap<string, SupportNote> = new Map([
  ...alike("ignored", {
    "a promise to the optimiser: the text of the program says the same, or more":
      "access alloc_align alloc_size assume_aligned cold const expected_throw hot leaf malloc nonnull nonnull_if_nonzero nothrow " +
      "pure reproducible returns_nonnull returns_twice unsequenced",
    "what is optimised, and how, is not C's concern":
      "always_inline artificial flatten gnu_inline musttail no_icf no_reorder noclone noinline noipa no_stack_limit simd " +
      "strict_flex_array target target_clones counted_by",
    "warnings and errors of the compiler":
      "deprecated designated_init error fallthrough fd_arg fd_arg_read fd_arg_write format format_arg nonstring " +
      "null_terminated_string_arg sentinel tainted_args unavailable unused warn_if_not_aligned warn_unused_result warning",
    "instrumentation, and protection against attacks":
      "cf_check function_return indirect_branch indirect_return no_address_safety_analysis no_instrument_function " +
      "no_profile_instrument_function no_sanitize no_sanitize_address no_sanitize_coverage no_sanitize_thread " +
      "no_sanitize_undefined no_split_stack no_stack_protector nocf_check noplt patchable_function_entry stack_protect " +
      "uninitialized zero_call_used_regs fentry_name fentry_section nodirect_extern_access",
    "where things stand in the object file, and who sees them there":
      "common dllexport dllimport externally_visible nocommon retain section selectany symver tls_model used visibility",
    "a convention that callers and functions share, and the layout that is the usual one":
      "callee_pop_aggregate_return cdecl fastcall force_align_arg_pointer gcc_struct ms_hook_prologue " +
      "no_caller_saved_registers regparm sseregparm stdcall sysv_abi thiscall",
    "marks for another verifier": "ldv_model ldv_model_inline",
  }),
  ...alike("refused", {
    "another layout of records": "hardbool ms_struct scalar_storage_order",
    "what a name means is decided when the program starts": "ifunc",
    "the body is not C, or its caller is none": "interrupt interrupt_handler naked",
    "another type of `va_list`": "ms_abi",
    "another dialect of C for one function": "optimize",
    "types do not determine which objects may alias": "may_alias",
    "contents at the start are those of the last run": "noinit no_init persistent",
    "an assumption that is undefined behaviour when it fails": "assume",
    "attributes of another declaration": "copy",
  }),
]);
