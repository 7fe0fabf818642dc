/** A transaction of the JSON Ledger API, as far as it is read here. */
export interface TransactionEvents {
  readonly events?: readonly object[];
}

/** A created event of the JSON Ledger API, as far as it is read here. */
export interface CreatedEventFields {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
  readonly interfaceViews?:
    readonly { readonly interfaceId: string; readonly viewValue?: unknown }[] | null;
}

/** An exercised event of the JSON Ledger API, as far as it is read here. */
export interface ExercisedEventFields {
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
  readonly event: ExercisedEventFields;
}
