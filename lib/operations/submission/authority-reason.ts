import type { FailureReason } from "../../base/errors/failure-reason.ts";
import type { NeededAuthority } from "../../base/errors/ledger-error.ts";
import { type Party, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { OpenExercise } from "../../contracts/transaction/finished-transaction.ts";

const doing: Readonly<Record<NeededAuthority["step"], string>> = {
  create: "The create",
  exercise: "The exercise",
  fetch: "The fetch",
  lookup: "The look-up by key",
};

const role: Readonly<Record<NeededAuthority["step"], string>> = {
  create: "signatories",
  exercise: "controllers",
  fetch: "stakeholders",
  lookup: "maintainers",
};

/**
 * Returns which authority a step needs, who gave what, and which change would do. `inside` is the
 * exercise that the step is part of; undefined for a step of a command itself.
 */
export const authorityReason = (
  { step, needed }: NeededAuthority,
  actAs: readonly Party[],
  inside: OpenExercise | undefined,
): FailureReason => {
  const isAny = step === "fetch";
  const of = `${isAny && needed.length > 1 ? "one of " : ""}${needed.join(", ")}`;
  const needs = `${doing[step]} needs the authority of its ${role[step]}: ${of}.`;
  if (inside === undefined) {
    const lacking = needed.filter((party) => !actAs.includes(party));
    const added = isAny ? lacking.slice(0, 1) : lacking;
    return {
      cause: `${needs} The command gives that of actAs: ${actAs.join(", ")}.`,
      advice: `Add ${added.join(", ")} to actAs.`,
    };
  }
  const { authority } = inside;
  const choice = `${splitTypeId(inside.typeId).qualifiedName}.${inside.choice}`;
  const lacking = needed.filter((party) => !authority.includes(party));
  const added = (isAny ? lacking.slice(0, 1) : lacking).join(", ");
  return {
    cause:
      `${needs} The choice ${choice} that it is part of gives that of its controllers and of the ` +
      `signatories of its contract: ${authority.join(", ")}.`,
    advice:
      `Make ${added} a controller of ${choice} or a signatory of its contract, or use a choice of a ` +
      `contract that ${added} signed.`,
  };
};
