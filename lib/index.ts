/**
 * Root entry: creates ledgers, declares templates, submits commands and reads contracts. Operations of the
 * JSON Ledger API are in `api.ts`, coin history is in `history.ts`, and the store interface is in
 * `store.ts`. Each name is exported from one entry only.
 */
// the ledger and its options
export { createLedger, type LedgerOptions } from "./create-ledger.ts";
export type { HostLedger as Ledger } from "./host-ledger.ts";

// operations
export { SubmitResult } from "./operations/commands/submit-result.ts";
export type { Command, SubmitRequest } from "./operations/commands/submit.ts";
export type { JournaledRequest } from "./operations/request-journal/answered-call.ts";
export type { FaultRule } from "./operations/faults/fault-rule.ts";
export type { Fault, Faults } from "./operations/faults/faults.ts";
export type {
  RequestJournal,
  RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";
export type { GeneratedType } from "./operations/typed/generated-types.ts";
export type { ContractsQuery } from "./operations/typed/read-contracts.ts";
export type { UpdatesQuery } from "./operations/typed/read-updates.ts";
export type {
  SeenReassignment,
  SeenTopologyChange,
  SeenTransaction,
  SeenUpdate,
} from "./operations/typed/to-seen-update.ts";
export type { Exercised } from "./operations/typed/transaction-parts.ts";
export type { ContractOf, TypedContract } from "./operations/typed/to-typed-contract.ts";

// templates, packages and their types
export type { Package } from "./contracts/engine/package.ts";
export type { DarLoader } from "./contracts/packages/dar-loader.ts";
export {
  defineInterface,
  method,
  type ImplementableInterface,
  type Interface,
  type InterfaceValue,
  type Method,
  type Methods,
  type InterfaceSpecification,
} from "./contracts/templates/define-interface.ts";
export { definePackage, type PackageSpecification } from "./contracts/templates/define-package.ts";
export {
  defineTemplate,
  type Template,
  type TemplateDefinition,
  type TemplateSpecification,
  type ChoiceBodies,
  type ChoiceSpecification,
  type ContractKeySpecification,
} from "./contracts/templates/define-template.ts";
export { Ping, pingPackage } from "./contracts/templates/ping-package.ts";
export type { TransactionContext } from "./contracts/templates/transaction-context.ts";
export type { Choice, ChoiceArguments, ChoiceOwner } from "./contracts/templates/types/choice.ts";
export type {
  CreateAndExerciseCommand,
  CreateCommand,
  ExerciseByKeyCommand,
  ExerciseCommand,
} from "./contracts/templates/types/commands.ts";
export {
  GenMap,
  List,
  Optional,
  TextMap,
  type OptionalDescriptor,
  type Some,
} from "./contracts/templates/types/containers.ts";
export { ContractException } from "./contracts/templates/types/contract-exception.ts";
export { ContractId } from "./contracts/templates/types/contract-id.ts";
export { Decimal, type DecimalInput } from "./contracts/templates/types/decimal.ts";
export type {
  Descriptor,
  Fields,
  InputOf,
  NativeOf,
} from "./contracts/templates/types/descriptor.ts";
export { LedgerMap } from "./contracts/templates/types/ledger-map.ts";
export {
  genericRecord,
  record,
  type RecordDescriptor,
} from "./contracts/templates/types/record-type.ts";
export {
  Bool,
  CalendarDate,
  Int64,
  Numeric,
  Party,
  Text,
  Timestamp,
  Unit,
} from "./contracts/templates/types/scalars.ts";
export {
  enumeration,
  genericVariant,
  variant,
  type Tagged,
  type TaggedInput,
  type VariantDescriptor,
} from "./contracts/templates/types/variant-type.ts";

// ledger: clock, configuration, journal and state
export type { ApiVersion, ApiVersionName } from "./ledger/port/api-version.ts";
export type { LedgerClock, TimeSource } from "./ledger/port/clock.ts";
export type { LedgerConfig } from "./ledger/port/config.ts";
export type { Precedence } from "./ledger/port/precedence.ts";
export type { Snapshot } from "./ledger/port/ledger.ts";
export type { ClockOption } from "./ledger/clock/adjustable-clock.ts";
export type { SynchronizerOption } from "./ledger/runtime/bootstrap.ts";

// JSON of responses
export type { UpdateExplanation } from "./views/visibility/explain-update.ts";

// identifiers, values and errors
export type { ErrorCode } from "./base/errors/catalogue.ts";
export type {
  CommandFrame,
  DamlFailure,
  DamlFrame,
  DamlLocation,
  ExerciseFrame,
  FunctionFrame,
  SourceExcerpt,
  SourceRange,
} from "./base/errors/daml-failure.ts";
export {
  isLedgerError,
  ledgerError,
  LedgerError,
  type ErrorDetails,
} from "./base/errors/ledger-error.ts";
export type {
  ContractId as ContractIdHex,
  Party as PartyId,
} from "./base/identifiers/identifiers.ts";
export type { ProtocolVersion } from "./base/identifiers/protocol-version.ts";
export type { JsonValue } from "./base/values/json-object.ts";
