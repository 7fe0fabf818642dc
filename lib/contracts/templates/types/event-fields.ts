/** The fields of a transaction of the JSON Ledger API that templates read. */
export interface ReadableTransaction {
  readonly events?: readonly object[];
}

/** The fields of a created event of the JSON Ledger API that templates read. */
export interface CreatedEventToDecode {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
  readonly interfaceViews?:
    readonly { readonly interfaceId: string; readonly viewValue?: unknown }[] | null;
}

/** The fields of an exercised event of the JSON Ledger API that templates read. */
export interface ExercisedEventToDecode {
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string | null;
  readonly packageName: string;
  readonly choice: string;
  readonly choiceArgument?: unknown;
  readonly exerciseResult?: unknown;
}

/** An exercise that was read from an exercised event. */
export interface ExerciseInEvent<Argument, Result> {
  /** The exercised contract. */
  readonly contractId: string;
  readonly choiceArgument: Argument;
  readonly exerciseResult: Result;
  readonly event: ExercisedEventToDecode;
}
