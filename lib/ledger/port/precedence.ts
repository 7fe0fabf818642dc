/** Which source the ledger follows if the specification and Canton's participant differ. */
export type Precedence = (typeof precedences)[number];

/** The accepted values of `createLedger({ precedence })`; the first is the default. */
export const precedences = ["specification", "participant"] as const;

export const isPrecedence = (value: unknown): value is Precedence =>
  precedences.some((precedence) => precedence === value);
