/**
 * The instructions that expressions are compiled to. An instruction is a sequence of words that starts with
 * its number. The descriptions below name the other words:
 * - `to`: a register that receives the result; `register`: a register that is read or written,
 * - `value`: an operand, either a register (from 0) or a constant as the complement of its index
 *   (`~index`),
 * - `by`: the distance of a jump from the word after it,
 * - others: an index into a pool of the code store, or a number.
 */

/**
 * `to count fun value…`: applies a function; costs one budget step. A chain of calls follows: each
 * applies the result so far to one argument less than the call before. If the function takes fewer than
 * `count` arguments, execution continues at the call for the remaining arguments; otherwise after the
 * chain.
 */
export const CALL_OPCODE = 0;

/** Like {@link CALL_OPCODE}, in tail position. The last call is followed by `RETURN_OPCODE to`. */
export const TAIL_CALL_OPCODE = 1;

/** `value`: returns from a function. */
export const RETURN_OPCODE = 2;

/** `to value index`: reads a field of a record. */
export const READ_RECORD_FIELD_OPCODE = 3;

/**
 * `to value name index`: reads a field of a struct; `index` caches the position at which the name was
 * last found.
 */
export const READ_STRUCT_FIELD_OPCODE = 4;

/** `to function value`: calls a JavaScript function; costs no step. */
export const CALL_JAVASCRIPT_1_OPCODE = 5;
/** `to function value value`: calls a JavaScript function. */
export const CALL_JAVASCRIPT_2_OPCODE = 6;

// Instructions with any number of values: `to pool count value…`, each with its own pool.
/** Calls a JavaScript function. */
export const CALL_JAVASCRIPT_MANY_OPCODE = 7;
/** Creates a closure of a body. */
export const CREATE_CLOSURE_OPCODE = 8;
/** Creates an update of a body. */
export const CREATE_UPDATE_VALUE_OPCODE = 9;
/** Creates a record of a shape. */
export const CREATE_RECORD_OPCODE = 10;
/** Creates a struct with field names. */
export const CREATE_STRUCT_OPCODE = 11;

/** `to shape rank value`: creates a variant. */
export const CREATE_VARIANT_OPCODE = 12;

/** `to head tail`: creates a list cell. */
export const CREATE_LIST_CELL_OPCODE = 13;

/** `to value`: creates a Some. */
export const CREATE_SOME_OPCODE = 14;

/** `to value`: copies a value. */
export const COPY_VALUE_OPCODE = 15;

/** `by value`: jumps unless the value is true. */
export const JUMP_UNLESS_OPCODE = 16;

/** `by`: jumps. */
export const JUMP_OPCODE = 17;

/** `by value head tail`: jumps for an empty list, otherwise puts head and tail into two registers. */
export const UNCONS_LIST_OPCODE = 18;

/** `by value register`: jumps for None, otherwise puts the content into the register. */
export const UNWRAP_OPTIONAL_OPCODE = 19;

/**
 * `value count by…`: jumps by the distance at the rank of an enum. Each distance counts from the
 * word after the last `by`.
 */
export const SWITCH_ENUM_OPCODE = 20;

/**
 * `value register count by…`: puts the content of a variant into the register, and jumps by its
 * rank like {@link SWITCH_ENUM_OPCODE}.
 */
export const SWITCH_VARIANT_OPCODE = 21;

/** `constant`: evaluates the top-level value of the constant unless it is known. */
export const EVALUATE_CONSTANT_OPCODE = 22;

/** `to value`: performs an update; costs one budget step. */
export const PERFORM_UPDATE_OPCODE = 23;
/** `value`: performs an update in tail position. */
export const TAIL_PERFORM_UPDATE_OPCODE = 24;

/** `constant value`: stores the value of a constant that {@link EVALUATE_CONSTANT_OPCODE} evaluated. */
export const STORE_CONSTANT_OPCODE = 25;

/** `to action value value`: performs one ledger action. */
export const PERFORM_LEDGER_ACTION_OPCODE = 26;

/**
 * `by register`: starts a try block. An exception in it rolls back its effects, is put into the register,
 * and jumps.
 */
export const START_TRY_OPCODE = 27;

/** Ends the block that {@link START_TRY_OPCODE} started. */
export const END_TRY_OPCODE = 28;

/** `value`: throws an exception. */
export const THROW_EXCEPTION_OPCODE = 29;

/** Refunds the step of the next call, which replaces the call of a builtin function. */
export const REFUND_STEP_OPCODE = 30;

/** `steps`: charges the budget for a sequence of instructions that cost no steps themselves. */
export const CHARGE_STEPS_OPCODE = 31;

/** Like {@link CALL_JAVASCRIPT_MANY_OPCODE}, for a JavaScript function that may itself compile or evaluate Daml code. */
export const CALL_JAVASCRIPT_REENTRANT_OPCODE = 32;

/**
 * `place`: tells the execution trace which source place is reached. Exists only in a code store with a
 * trace. Costs no step.
 */
export const MARK_SOURCE_PLACE_OPCODE = 33;

/** The instructions that can raise an error. */
export const errorRaisingInstructions: ReadonlySet<number> = new Set([
  CALL_OPCODE,
  TAIL_CALL_OPCODE,
  CALL_JAVASCRIPT_1_OPCODE,
  CALL_JAVASCRIPT_2_OPCODE,
  CALL_JAVASCRIPT_MANY_OPCODE,
  EVALUATE_CONSTANT_OPCODE,
  PERFORM_UPDATE_OPCODE,
  TAIL_PERFORM_UPDATE_OPCODE,
  PERFORM_LEDGER_ACTION_OPCODE,
  START_TRY_OPCODE,
  THROW_EXCEPTION_OPCODE,
  CALL_JAVASCRIPT_REENTRANT_OPCODE,
]);
