import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type {
  PackageName,
  Party,
  TypeId,
  TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { JsonValue } from "../../base/values/json-object.ts";
import { formatInstant } from "../../base/values/time.ts";
import { type ContractId, TypedContractId } from "../../contracts/templates/types/contract-id.ts";
import type { Fields, NativeOf } from "../../contracts/templates/types/descriptor.ts";
import { createVettedPackagePredicate } from "../../ledger/state/synchronizers.ts";
import type { EventEncodingLedgerState } from "../../views/envelope/event-encoder.ts";
import { computeInterfaceView } from "../../views/visibility/interface-view.ts";
import { matchesTypeReference, type ReadableContractType } from "./type-names.ts";

/**
 * A contract in the form in which programs read it. It is also the typed id of the contract, so it
 * can be used in all places that accept an id: in a payload, in an argument, before `exercise(…)`.
 */
export interface TypedContract<
  Name extends string = string,
  Payload = unknown,
> extends ContractId<Name> {
  /**
   * The payload in the form that templates use: a Numeric as a Decimal, an Int64 as a bigint. For a
   * contract that was read through an interface, its view. If the program does not declare the
   * type, the payload as JSON. Computed at first access. Raises
   * INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED if the contract was created by another version
   * and cannot be translated, and the errors of a view's code.
   */
  readonly payload: Payload;
  /** The template, in the version that created the contract. */
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  /** The signatories, sorted. */
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  /** Ledger time of the creating transaction, in ISO 8601. */
  readonly createdAt: string;
}

/**
 * The type of contracts of a template or interface, as {@link TypedContract}:
 * `ContractOf<typeof Iou>`.
 */
export type ContractOf<Of> =
  Of extends ReadableContractType<infer Name, infer F> ? TypedContract<Name, NativeOf<F>> : never;

/** The parts of a ledger's state that are needed to read contracts. */
export type ContractReadingLedgerState = EventEncodingLedgerState;

export const toTypedContract = <Name extends string, F extends Fields>(
  contract: Contract,
  of: ReadableContractType<Name, F>,
  state: ContractReadingLedgerState,
): TypedContract<Name, NativeOf<F>> =>
  new ReadContract<Name, NativeOf<F>>(contract, () =>
    "payload" in of
      ? of.payload.decode(contract.argument)
      : computeContractView(contract, of, state),
  );

/**
 * Like {@link toTypedContract}, for a template that the program does not declare: the payload is
 * JSON.
 */
export const toContractWithJsonPayload = (
  contract: Contract,
  { packages }: ContractReadingLedgerState,
): TypedContract<string, JsonValue> =>
  new ReadContract(contract, () => {
    const type = packages.template(contract.templateId)?.payload;
    if (type === undefined) throw notKnown(contract.templateId);
    // Codecs return JSON.
    return packages.codec(type).encode(contract.argument) as JsonValue;
  });

/**
 * A contract whose only own property is its id, so that assertion libraries find it equal to other
 * ids of the contract.
 */
class ReadContract<Name extends string, Payload>
  extends TypedContractId<Name>
  implements TypedContract<Name, Payload>
{
  readonly #contract: Contract;
  readonly #read: () => Payload;
  #payload: { readonly of: Payload } | undefined;

  constructor(contract: Contract, read: () => Payload) {
    super(contract.contractId);
    this.#contract = contract;
    this.#read = read;
    Object.freeze(this);
  }

  get payload(): Payload {
    return (this.#payload ??= { of: this.#read() }).of;
  }

  get templateId(): TypeId {
    return this.#contract.templateId;
  }

  get packageName(): PackageName {
    return this.#contract.packageName;
  }

  get signatories(): readonly Party[] {
    return this.#contract.signatories;
  }

  get observers(): readonly Party[] {
    return this.#contract.observers;
  }

  get createdAt(): string {
    return formatInstant(this.#contract.createdAt);
  }

  /** Returns the object that Node prints. */
  [Symbol.for("nodejs.util.inspect.custom")](): unknown {
    const { contractId, templateId, payload, signatories, observers, createdAt } = this;
    return { contractId, templateId, payload, signatories, observers, createdAt };
  }
}

const computeContractView = <Name extends string, F extends Fields>(
  contract: Contract,
  of: Extract<ReadableContractType<Name, F>, { readonly view: unknown }>,
  state: ContractReadingLedgerState,
): NativeOf<F> => {
  const { packages } = state;
  const isUsable = createVettedPackagePredicate(state);
  const implemented = [...(packages.template(contract.templateId)?.implements ?? [])];
  const interfaceId = implemented.find((id) => matchesTypeReference(id, of.reference, packages));
  if (interfaceId === undefined) throw notKnown(of.reference);
  const view = computeInterfaceView(contract, interfaceId, { packages, isUsable });
  if (view.kind === "failed") throw new LedgerError(view.error);
  return of.view.decode(view.value);
};

/**
 * Returns the error for an unknown type. It is an internal error, because the caller found the
 * contract by its template.
 */
const notKnown = (type: TypeId | TypeReference): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", { cause: `No known package defines ${type}.` });
