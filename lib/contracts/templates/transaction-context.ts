import type { Interface, InterfaceValue } from "./define-interface.ts";
import type { TemplateDefinition } from "./define-template.ts";
import type { Choice, ChoiceArguments } from "./types/choice.ts";
import type { ContractException } from "./types/contract-exception.ts";
import type { ContractId } from "./types/contract-id.ts";
import type { DeclaredType, Fields, InputOf, NativeOf } from "./types/descriptor.ts";
import type { FailureStatus } from "./types/failure.ts";
import type { Timestamp } from "./types/scalars.ts";

/**
 * The ledger as the code of a choice accesses it. Every step is checked: authorization, visibility,
 * activeness. A step that is not allowed ends the submission; the code cannot recover.
 */
export interface TransactionContext {
  /** Creates a contract; needs the authority of its signatories. */
  create<Name extends string, P extends Fields, K extends DeclaredType>(
    template: TemplateDefinition<Name, P, K>,
    payload: InputOf<P>,
  ): ContractId<Name>;

  /** Returns the payload of an active contract; needs the authority of a stakeholder. */
  fetch<Name extends string, P extends Fields, K extends DeclaredType>(
    template: TemplateDefinition<Name, P, K>,
    contractId: ContractId<NoInfer<Name>>,
  ): NativeOf<P>;
  /** Returns a contract through an interface that its template implements. */
  fetch<Name extends string, V extends Fields, M>(
    of: Interface<Name, V, M>,
    contractId: ContractId<NoInfer<Name>>,
  ): InterfaceValue<V, M>;

  /** Exercises a choice of a template or interface; needs the authority of its controllers. */
  exercise<Name extends string, Input, Result>(
    contractId: ContractId<NoInfer<Name>>,
    choice: Choice<Name, unknown, Input, Result>,
    ...argument: ChoiceArguments<Input>
  ): Result;

  /** Exercises a choice on the contract with this key; on the latest one if there are several. */
  exerciseByKey<Name extends string, K extends DeclaredType, Input, Result>(
    template: TemplateDefinition<Name, Fields, K>,
    key: InputOf<K>,
    choice: Choice<NoInfer<Name>, unknown, Input, Result>,
    ...argument: ChoiceArguments<Input>
  ): Result;

  /** Returns the contract with this key; the latest one if there are several. */
  fetchByKey<Name extends string, P extends Fields, K extends DeclaredType>(
    template: TemplateDefinition<Name, P, K>,
    key: InputOf<K>,
  ): { readonly contractId: ContractId<Name>; readonly payload: NativeOf<P> };

  /** Returns the contract with this key, or null; needs the authority of the key's maintainers. */
  lookupByKey<Name extends string, K extends DeclaredType>(
    template: TemplateDefinition<Name, Fields, K>,
    key: InputOf<K>,
  ): ContractId<Name> | null;

  /** Returns ledger time in microseconds. The transaction is then valid only at exactly this time. */
  now(): bigint;

  /** Returns true if ledger time is before `time`, without fixing ledger time. */
  isBefore(time: InputOf<typeof Timestamp>): boolean;

  /** Ends the submission with DAML_FAILURE and this status; cannot be caught. */
  fail(status: FailureStatus): never;

  /** Throws the exception `DA.Exception.AssertionFailed:AssertionFailed` if `condition` is false. */
  assert(condition: boolean, message: string): void;

  /**
   * Runs `body`. If it throws a {@link ContractException}, its ledger effects are rolled back and
   * `onFailure` is called, which may return a result or throw.
   */
  attempt<Result>(body: () => Result, onFailure: (exception: ContractException) => Result): Result;
}
