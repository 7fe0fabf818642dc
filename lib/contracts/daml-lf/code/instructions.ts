/**
 * The instructions that expressions are compiled to: words of a code text, the first of which says what
 * to do. In what follows it
 * - `to` is a register that gets the result, `register` one that is read or written as told,
 * - `value` is an operand: a register from 0 on, or a constant as the complement of its index (`~index`),
 * - `by` is how far a jump goes from the word after it,
 * - all else is an index into a pool of the code store, or a number.
 */

/**
 * `to count fun value…`: applies a function, one step of the budget. Behind it stands the same for what
 * the function gives and all but the first of the values, and so on to the last: who takes fewer
 * arguments goes on there, all others behind the last.
 */
export const CALL = 0;

/** The same in tail position. A `RETURN to` stands behind the last. */
export const TAIL_CALL = 1;

/** `value`: ends a function. */
export const RETURN = 2;

/** `to value index`: a field of a record. */
export const FIELD = 3;

/** `to value name index`: a field of a struct; the index is where one of that name was found last. */
export const STRUCT_FIELD = 4;

/** `to function value`: applies a function of the platform; no step. */
export const PLATFORM_1 = 5;
/** `to function value value` */
export const PLATFORM_2 = 6;

// What is made of any number of values: `to pool count value…`, each with another pool.
/** A function of the platform. */
export const PLATFORM_MANY = 7;
/** A body: gives a closure. */
export const CLOSURE = 8;
/** A body: gives an update. */
export const UPDATE = 9;
/** A shape. */
export const RECORD = 10;
/** Names of fields. */
export const STRUCT = 11;

/** `to shape rank value` */
export const VARIANT = 12;

/** `to head tail` */
export const CONS = 13;

/** `to value` */
export const SOME = 14;

/** `to value` */
export const MOVE = 15;

/** `by value`: jumps unless the value is true. */
export const UNLESS = 16;

/** `by`: jumps. */
export const JUMP = 17;

/** `by value head tail`: jumps for an empty list, otherwise puts its parts into two registers. */
export const UNCONS = 18;

/** `by value register`: jumps for None, otherwise puts the content into the register. */
export const UNWRAP = 19;

/** `value count by…`: jumps as the rank of an enum says; distances count from the last of them. */
export const SWITCH_ENUM = 20;

/** `value register count by…`: the same for a variant, whose content goes into the register. */
export const SWITCH_VARIANT = 21;

/** `constant`: makes sure that the top-level value it stands for is there. */
export const FORCE = 22;

/** `to value`: performs an update, one step of the budget. */
export const PERFORM = 23;
/** `value`: the same in tail position. */
export const TAIL_PERFORM = 24;

/** `constant value`: from now on the constant stands for the value, which {@link FORCE} called for. */
export const KEEP = 25;

/** `to action value value`: one action on the ledger. */
export const ACT = 26;

/** `by register`: from here on an exception undoes what was done, is put into the register, and jumps. */
export const TRY = 27;

/** Ends what {@link TRY} began. */
export const END_TRY = 28;

/** `value`: throws an exception. */
export const THROW = 29;

/** Gives back the step that the call which follows takes: the call stands for one of a builtin function. */
export const GIVE_STEP = 30;

/** `steps`: takes so many of the budget, for instructions in a row that take none. */
export const TOLL = 31;

/** As {@link PLATFORM_MANY}, for a function of the platform that may compile or evaluate Daml code in its turn. */
export const CALL_BACK = 32;

/** `place`: notes where the code is; only in a code store with an execution trace. Takes no step. */
export const MARK = 33;

/** The instructions that can raise an error. */
export const canRaise: ReadonlySet<number> = new Set([
  CALL,
  TAIL_CALL,
  PLATFORM_1,
  PLATFORM_2,
  PLATFORM_MANY,
  FORCE,
  PERFORM,
  TAIL_PERFORM,
  ACT,
  TRY,
  THROW,
  CALL_BACK,
]);
