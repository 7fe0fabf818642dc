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
import type { EventEncoderState } from "../../views/envelope/event-encoder.ts";
import { interfaceView } from "../../views/visibility/interface-view.ts";
import { vettedPackages } from "../../views/visibility/vetted-packages.ts";
import { isNamed, type ReadableType } from "./type-names.ts";

/**
 * A contract as a program reads it. It is its own typed id, and may stand wherever one may: in a
 * payload, in an argument, before `exercise(…)`.
 */
export interface TypedContract<
  Name extends string = string,
  Payload = unknown,
> extends ContractId<Name> {
  /**
   * As the code of the template gets it: a Numeric as a Decimal, an Int64 as a bigint. Of a contract that
   * is read through an interface its view, as JSON where the program does not declare the template.
   * Worked out when it is first asked for; raises INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED when it is of
   * another version and does not fit, and what the code of a view fails with.
   */
  readonly payload: Payload;
  /** Of the template, in the version that created the contract. */
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  /** Sorted, like the observers, which are none of them. */
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  /** Ledger time of the transaction that created it, in ISO 8601. */
  readonly createdAt: string;
}

/** The contracts of a template or interface, as {@link TypedContract}: `ContractOf<typeof Iou>`. */
export type ContractOf<Of> =
  Of extends ReadableType<infer Name, infer F> ? TypedContract<Name, NativeOf<F>> : never;

/** What of a ledger's state decides how contracts are read. */
export type ReadingState = EventEncoderState;

export const typedContract = <Name extends string, F extends Fields>(
  contract: Contract,
  of: ReadableType<Name, F>,
  state: ReadingState,
): TypedContract<Name, NativeOf<F>> =>
  new ReadContract<Name, NativeOf<F>>(contract, () =>
    "payload" in of ? of.payload.decode(contract.argument) : viewOf(contract, of, state),
  );

/** As {@link typedContract}, of a template that the program does not declare: its payload is JSON. */
export const untypedContract = (
  contract: Contract,
  { packages }: ReadingState,
): TypedContract<string, JsonValue> =>
  new ReadContract(contract, () => {
    const type = packages.template(contract.templateId)?.payload;
    if (type === undefined) throw notKnown(contract.templateId);
    // What codecs write is JSON.
    return packages.codec(type).encode(contract.argument) as JsonValue;
  });

/** Has nothing of its own but the id, and so is equal to any other id of the contract. */
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

  /** What Node prints. */
  [Symbol.for("nodejs.util.inspect.custom")](): unknown {
    const { contractId, templateId, payload, signatories, observers, createdAt } = this;
    return { contractId, templateId, payload, signatories, observers, createdAt };
  }
}

const viewOf = <Name extends string, F extends Fields>(
  contract: Contract,
  of: Extract<ReadableType<Name, F>, { readonly view: unknown }>,
  state: ReadingState,
): NativeOf<F> => {
  const { packages } = state;
  const isUsable = vettedPackages(state);
  const implemented = [...(packages.template(contract.templateId)?.implements ?? [])];
  const interfaceId = implemented.find((id) => isNamed(id, of.reference, packages));
  if (interfaceId === undefined) throw notKnown(of.reference);
  const view = interfaceView(contract, interfaceId, { packages, isUsable });
  if (view.kind === "failed") throw new LedgerError(view.error);
  return of.view.decode(view.value);
};

/** Those who ask have found the contract by its template: this is a defect. */
const notKnown = (type: TypeId | TypeReference): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", { cause: `No package known here defines ${type}.` });
