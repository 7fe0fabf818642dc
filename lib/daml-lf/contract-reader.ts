import type { LedgerError } from "../errors/ledger-error.ts";
import type { Contract } from "../model/contract.ts";
import { splitTypeId, type ContractId, type Party, type TypeId } from "../model/identifiers.ts";
import { interpretationError } from "../transaction/interpretation-error.ts";
import type { PartialTransaction } from "../transaction/partial-transaction.ts";
import { asBool, asKind } from "./builtin.ts";
import { failureStatus } from "./builtins-failure.ts";
import { DamlException } from "./exception.ts";
import { toLedgerValue } from "./ledger-values.ts";
import { partiesOf } from "./parties.ts";
import type { DamlPackages } from "./packages.ts";
import type { Program } from "./program.ts";
import type { RecordV } from "./runtime-value.ts";

/** A contract as one version of its template sees it. */
export interface ReadContract {
  readonly contract: Contract;
  readonly templateId: TypeId;
  readonly payload: RecordV;
}

type Payloads = Map<TypeId, RecordV>;

/**
 * What has been read before, per contract: a contract never changes, so neither does what a template
 * makes of it. Validating a contract runs its template's code and is by far the dearest part of
 * using it.
 */
const readBefore = new WeakMap<Contract, Payloads>();

/** Reads contracts as of a template, with the checks of the upgrade rules (daml-lf.md 18.3). */
export class ContractReader {
  readonly #packages: DamlPackages;
  readonly #program: Program;
  readonly #transaction: PartialTransaction;

  constructor(packages: DamlPackages, transaction: PartialTransaction, program: Program) {
    this.#packages = packages;
    this.#program = program;
    this.#transaction = transaction;
  }

  /** A contract just created: its payload is at hand and its metadata right. */
  remember(contract: Contract, templateId: TypeId, payload: RecordV): void {
    readBefore.set(contract, new Map([[templateId, payload]]));
  }

  /**
   * Raises CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE, WRONGLY_TYPED_CONTRACT and
   * INTERPRETATION_UPGRADE_ERROR_*.
   */
  read(contractId: ContractId, templateId: TypeId): ReadContract {
    const contract = this.#transaction.contract(contractId);
    this.#checkTemplate(contract, templateId);
    let payloads = readBefore.get(contract);
    if (payloads === undefined) {
      payloads = new Map();
      readBefore.set(contract, payloads);
    }
    let payload = payloads.get(templateId);
    if (payload === undefined) {
      payload = this.#validate(contract, templateId);
      payloads.set(templateId, payload);
    }
    return { contract, templateId, payload };
  }

  /** Versions of one template share package name, module and name. */
  #checkTemplate(contract: Contract, templateId: TypeId): void {
    if (contract.templateId === templateId) return;
    const same =
      splitTypeId(contract.templateId).qualifiedName === splitTypeId(templateId).qualifiedName &&
      contract.packageName === this.#packages.nameOf(templateId);
    if (same) return;
    throw interpretationError("WRONGLY_TYPED_CONTRACT", {
      cause: `contract ${contract.contractId} is of template ${contract.templateId}, not ${templateId}.`,
      resources: [
        ["CONTRACT_ID", contract.contractId],
        ["TEMPLATE_ID", templateId],
        ["TEMPLATE_ID", contract.templateId],
      ],
    });
  }

  #validate(contract: Contract, templateId: TypeId): RecordV {
    const program = this.#program;
    const template = program.template(templateId);
    const payload = asKind("record", program.values.read(template.payloadType, contract.argument));
    const differences = uncatchable(program.messageOf.bind(program), () => [
      ...(template.precondition === undefined || asBool(template.precondition(payload))
        ? []
        : ["the precondition does not hold"]),
      ...this.#metadataDifferences(contract, templateId, payload),
    ]);
    if (differences.length > 0) throw validationFailed(contract, templateId, differences);
    return payload;
  }

  #metadataDifferences(
    contract: Contract,
    templateId: TypeId,
    payload: RecordV,
  ): readonly string[] {
    const template = this.#program.template(templateId);
    const signatories = partiesOf(template.signatories(payload));
    const own = new Set(signatories);
    const observers = partiesOf(template.observers(payload)).filter((party) => !own.has(party));
    const key = template.key?.of(payload);
    const sameKey =
      (key === undefined) === (contract.key === undefined) &&
      (key === undefined ||
        template.key === undefined ||
        contract.key === undefined ||
        (JSON.stringify(toLedgerValue(key), bigintsAsText) ===
          JSON.stringify(contract.key.value, bigintsAsText) &&
          sameParties(partiesOf(template.key.maintainers(key)), contract.key.maintainers)));
    return [
      ...(sameParties(signatories, contract.signatories) ? [] : ["the signatories differ"]),
      ...(sameParties(observers, contract.observers) ? [] : ["the observers differ"]),
      ...(sameKey ? [] : ["the key or its maintainers differ"]),
    ];
  }
}

const bigintsAsText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

/** `right` is sorted and free of repeats. */
const sameParties = (left: readonly Party[], right: readonly Party[]): boolean => {
  const sorted = [...new Set(left)].sort();
  return sorted.length === right.length && sorted.every((party, index) => party === right[index]);
};

/** Exceptions of a fetched or exercised contract's own definition cannot be caught. */
const uncatchable = <T>(
  messageOf: (payload: DamlException["payload"]) => string,
  compute: () => T,
): T => {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof DamlException)) throw error;
    const { type } = error.payload;
    const name = type.kind === "constructor" ? splitTypeId(type.id).qualifiedName : type.kind;
    throw failureStatus({
      errorId: `UNHANDLED_EXCEPTION/${name}`,
      category: 9,
      message: messageOf(error.payload),
      metadata: new Map(),
    });
  }
};

const validationFailed = (
  contract: Contract,
  templateId: TypeId,
  differences: readonly string[],
): LedgerError =>
  interpretationError("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED", {
    cause: `contract ${contract.contractId} cannot be used as ${templateId}: ${differences.join(", ")}.`,
    resources: [
      ["CONTRACT_ID", contract.contractId],
      ["TEMPLATE_ID", contract.templateId],
      ["TEMPLATE_ID", templateId],
    ],
  });
