/** What counts where the specification says one thing and a participant does another. */
export type Precedence = (typeof precedences)[number];

/** Whose way may count where the specification and a participant disagree: what `createLedger({ precedence })` takes, its default first. */
export const precedences = ["specification", "participant"] as const;

export const isPrecedence = (value: unknown): value is Precedence =>
  precedences.some((precedence) => precedence === value);
