import type {
  ContractId,
  Offset,
  PackageId,
  Party,
  SynchronizerId,
  TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { EmptyObject, TransactionFormatInput } from "./formats.ts";

/** The commands of a request: a JsCommands record of the Ledger API. */
export interface CommandsInput extends CommandsOptionsInput {
  /** At least one; they are executed as one atomic transaction. */
  readonly commands: readonly CommandInput[];
  readonly commandId: string;
  /** At least one. */
  readonly actAs: readonly Party[];
  readonly readAs?: readonly Party[];
  /** Default: the caller. */
  readonly userId?: string;
}

/** Optional fields of commands. */
interface CommandsOptionsInput {
  readonly workflowId?: string;
  readonly submissionId?: string;
  /** Default: the ledger chooses. */
  readonly synchronizerId?: SynchronizerId;
  readonly deduplicationPeriod?: DeduplicationPeriodInput | null;
  /** ISO 8601. */
  readonly minLedgerTimeAbs?: string | null;
  readonly minLedgerTimeRel?: DurationInput | null;
  readonly disclosedContracts?: readonly DisclosedContractInput[];
  readonly packageIdSelectionPreference?: readonly PackageId[];
  readonly prefetchContractKeys?: readonly PrefetchContractKeyInput[];
  readonly tapsMaxPasses?: number;
}

/** One of the four kinds of commands. Arguments are JSON according to the template's types. */
export type CommandInput =
  | { readonly CreateCommand: CreateCommandInput }
  | { readonly ExerciseCommand: ExerciseCommandInput }
  | { readonly ExerciseByKeyCommand: ExerciseByKeyCommandInput }
  | { readonly CreateAndExerciseCommand: CreateAndExerciseCommandInput };

/** The content of {@link CreateCommand}: the template and its arguments. */
export interface CreateCommandInput {
  /** `#<package name>:<Module>:<Entity>` */
  readonly templateId: TypeReference;
  readonly createArguments: unknown;
}

interface ChoiceInput {
  /** `#<package name>:<Module>:<Entity>`, of a template or an interface. */
  readonly templateId: TypeReference;
  readonly choice: string;
  readonly choiceArgument: unknown;
}

/** The content of {@link ExerciseCommand}. */
export interface ExerciseCommandInput extends ChoiceInput {
  readonly contractId: ContractId;
}

/** The content of {@link ExerciseByKeyCommand}. */
export interface ExerciseByKeyCommandInput extends ChoiceInput {
  readonly contractKey: unknown;
}

/** The content of {@link CreateAndExerciseCommand}. */
export interface CreateAndExerciseCommandInput extends ChoiceInput {
  readonly createArguments: unknown;
}

/** A duration of the ledger API: whole seconds, and nanoseconds from 0 to 999,999,999. */
export interface DurationInput {
  readonly seconds?: number;
  readonly nanos?: number;
}

/**
 * The period in which a repeated command is refused: a duration, or all updates after an offset.
 */
export type DeduplicationPeriodInput =
  | { readonly DeduplicationDuration: { readonly value: DurationInput } }
  | { readonly DeduplicationOffset: { readonly value: Offset } }
  | { readonly Empty: EmptyObject };

/** A contract that its submitter cannot see, with the blob of its created event. */
export interface DisclosedContractInput {
  /** `createdEventBlob` of a created event. */
  readonly createdEventBlob: string;
  readonly contractId?: ContractId;
  readonly templateId?: string;
  readonly synchronizerId?: SynchronizerId;
}

/**
 * A key to look up before the commands run. This ledger checks it but does not prefetch anything.
 */
export interface PrefetchContractKeyInput {
  readonly templateId: TypeReference;
  readonly contractKey: unknown;
  readonly limit?: number;
}

/** Commands, with the format of the transaction in the response. */
export interface SubmitAndWaitForTransactionRequest {
  readonly commands: CommandsInput;
  /** Default: the ACS delta that the acting parties see. */
  readonly transactionFormat?: TransactionFormatInput | null;
}
