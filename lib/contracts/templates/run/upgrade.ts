import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import {
  arePartySetsEqual,
  createPartySet,
  subtractParties,
} from "../../../base/model/party-set.ts";
import type { Shapes } from "../../../base/values/shape.ts";
import type { ContractConvertedToVersion } from "../../engine/contract-engine.ts";
import { isContractIdAuthentic } from "../../transaction/contract-id.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { formatCanonicalValue } from "../types/value-text.ts";
import { encodeContractCodeReturnValue } from "./return-values.ts";
import type {
  PayloadPartiesAndKey,
  RunnableTypeScriptTemplate,
} from "./runnable-typescript-template.ts";

/**
 * Returns the payload of a contract that another version of the template created, converted to this
 * version (daml-lf.md 18.3). Checks that the conversion does not change signatories, observers and
 * key, and that the content matches the contract id.
 *
 * Raises WRONGLY_TYPED_CONTRACT and INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * …_VALIDATION_FAILED, …_AUTHENTICATION_FAILED; throws the exceptions of the template's rules.
 */
export const upgradeContractPayload = (
  template: RunnableTypeScriptTemplate,
  contract: Contract,
  shapes: Shapes,
): unknown => {
  assertSameTemplate(template, contract);
  const payload = template.declaration.payload.decode(contract.argument);
  const differences = differencesBetween(contract, template, template.computeTerms(payload));
  if (differences.length > 0) throw changedTerms(template, contract, differences);
  assertAuthentic(template, contract, shapes);
  return payload;
};

/**
 * Returns a contract converted to this version, without checking that the conversion is a valid upgrade.
 * Raises INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED; throws the exceptions of the template's rules.
 */
export const convertContractVersionWithoutChecks = (
  template: RunnableTypeScriptTemplate,
  { argument }: Contract,
): ContractConvertedToVersion => {
  const descriptor = template.declaration.payload;
  const payload = descriptor.decode(argument);
  const read = encodeContractCodeReturnValue(`payload of ${template.name}`, descriptor, payload);
  if (!template.meetsPrecondition(payload)) return { argument: read, terms: undefined };
  const { key, ...terms } = template.computeTerms(payload);
  const signatories = createPartySet(terms.signatories);
  return {
    argument: read,
    terms: {
      signatories,
      observers: subtractParties(createPartySet(terms.observers), signatories),
      key: key && { value: key.value, maintainers: createPartySet(key.maintainers) },
    },
  };
};

const assertSameTemplate = (template: RunnableTypeScriptTemplate, contract: Contract): void => {
  if (splitTypeId(contract.templateId).qualifiedName === template.name) return;
  throw interpretationError("WRONGLY_TYPED_CONTRACT", {
    cause: `Contract ${contract.contractId} is of template ${contract.templateId}, not ${template.id}`,
    resources: [
      ["CONTRACT_ID", contract.contractId],
      ["TEMPLATE_ID", template.id],
      ["TEMPLATE_ID", contract.templateId],
    ],
  });
};

const differencesBetween = (
  contract: Contract,
  { packageName }: RunnableTypeScriptTemplate,
  terms: PayloadPartiesAndKey,
): readonly string[] => {
  const signatories = createPartySet(terms.signatories);
  const observers = subtractParties(createPartySet(terms.observers), signatories);
  return [
    ["package name", contract.packageName === packageName],
    ["signatories", arePartySetsEqual(contract.signatories, signatories)],
    ["observers", arePartySetsEqual(contract.observers, observers)],
    ["key", keyText(contract.key) === keyText(terms.key)],
    [
      "maintainers",
      arePartySetsEqual(
        contract.key?.maintainers ?? [],
        createPartySet(terms.key?.maintainers ?? []),
      ),
    ],
  ].flatMap(([what, isSame]) => (isSame === true ? [] : [String(what)]));
};

const keyText = (key: PayloadPartiesAndKey["key"]): string =>
  key === undefined ? "" : formatCanonicalValue(key.value);

const changedTerms = (
  template: RunnableTypeScriptTemplate,
  contract: Contract,
  differences: readonly string[],
): LedgerError =>
  interpretationError("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED", {
    cause:
      `Contract ${contract.contractId} of ${contract.templateId} cannot be used as ${template.id}: ` +
      `its ${differences.join(", ")} would change`,
    resources: listErrorResources(template, contract),
  });

const assertAuthentic = (
  template: RunnableTypeScriptTemplate,
  contract: Contract,
  shapes: Shapes,
): void => {
  const { payloadType, keyType } = template;
  const isSameContent = isContractIdAuthentic(contract, {
    argument: shapes.of(payloadType),
    ...(keyType && { key: shapes.of(keyType) }),
  });
  if (isSameContent) return;
  throw interpretationError("INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED", {
    cause:
      `Contract ${contract.contractId} of ${contract.templateId} cannot be used as ${template.id}: ` +
      "its id does not match its content in that version",
    resources: listErrorResources(template, contract),
  });
};

const listErrorResources = (template: RunnableTypeScriptTemplate, contract: Contract) =>
  [
    ["CONTRACT_ID", contract.contractId],
    ["TEMPLATE_ID", contract.templateId],
    ["TEMPLATE_ID", template.id],
  ] as const;
