import { splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import { createPartySet, subtractParties } from "../../../base/model/party-set.ts";
import type { ContractPartiesAndKey } from "../../engine/contract-engine.ts";
import { requireBoolValue } from "../runtime/as-kind.ts";
import { DamlException } from "../runtime/exception.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { readPartyList } from "../runtime/parties.ts";
import { emptyRuntimeList, type RuntimeRecord } from "../runtime/runtime-value.ts";
import type { CompiledProgram } from "./program.ts";

/**
 * Returns the parties and key of a payload, as its template computes them; undefined if the precondition
 * does not hold. Daml exceptions pass through.
 */
export const computePartiesAndKey = (
  program: CompiledProgram,
  templateId: TypeId,
  payload: RuntimeRecord,
): ContractPartiesAndKey | undefined => {
  const template = program.getTemplateCode(templateId);
  if (template.precondition !== undefined && !requireBoolValue(template.precondition(payload))) {
    return undefined;
  }
  const signatories = createPartySet(readPartyList(template.signatories(payload)));
  const observers = subtractParties(
    createPartySet(readPartyList(template.observers(payload))),
    signatories,
  );
  const key = template.key?.fromPayload(payload);
  if (key === undefined) return { signatories, observers, key: undefined };
  const maintainers = createPartySet(
    readPartyList(template.key?.maintainers(key) ?? emptyRuntimeList),
  );
  return {
    signatories,
    observers,
    key: { value: toLedgerValue(key, program.budget), maintainers },
  };
};

/**
 * Like {@link computePartiesAndKey}, but also returns undefined if the precondition throws
 * PreconditionFailed: the code that the Daml compiler generates throws it if `ensure` is false.
 */
export const computePartiesAndKeyIfValid = (
  program: CompiledProgram,
  templateId: TypeId,
  payload: RuntimeRecord,
): ContractPartiesAndKey | undefined => {
  try {
    return computePartiesAndKey(program, templateId, payload);
  } catch (error) {
    if (error instanceof DamlException && isPreconditionFailed(error)) return undefined;
    throw error;
  }
};

const isPreconditionFailed = ({ payload: { type } }: DamlException): boolean =>
  type.kind === "constructor" &&
  splitTypeId(type.id).qualifiedName === "DA.Exception.PreconditionFailed:PreconditionFailed";
