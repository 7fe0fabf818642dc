import { hexToBytes } from "@noble/hashes/utils.js";

import { splitTypeId, type TypeId, type TypeReference } from "../base/identifiers/identifiers.ts";
import { encodeBase64 } from "../base/values/base64.ts";
import type { TypedValue } from "../contracts/daml-lf/script/script-types.ts";
import type { ScriptCommand, ScriptSubmission } from "../contracts/daml-lf/script/submit-codec.ts";
import type { PackageRegistry } from "../contracts/packages/registry.ts";

/** The user id of a script's submissions if no other user is configured. */
export const defaultScriptUserId = "daml-script";

/** Returns a script's submission as JSON API commands, without the command id. */
export const createSubmissionCommandsJson = (
  submission: ScriptSubmission,
  packages: PackageRegistry,
): Readonly<Record<string, unknown>> => ({
  actAs: submission.actAs,
  readAs: submission.readAs,
  commands: submission.commands.map((command) => commandJson(command, packages)),
  disclosedContracts: submission.disclosures.map(({ template, contractId, blob }) => ({
    templateId: template,
    contractId,
    createdEventBlob: encodeBase64(hexToBytes(blob)),
  })),
  packageIdSelectionPreference: submission.packagePreference,
});

/**
 * Returns the template id with the package name, so that the participant may select a newer version than
 * the one that the script was compiled with.
 */
export const toPackageNameTypeReference = (
  id: TypeId,
  packages: PackageRegistry,
): TypeReference => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const name = packages.get(packageId)?.name;
  return `${name === undefined ? packageId : `#${name}`}:${qualifiedName}`;
};

const commandJson = (command: ScriptCommand, packages: PackageRegistry) => {
  const templateId = command.isExact
    ? command.type
    : toPackageNameTypeReference(command.type, packages);
  const json = ({ type, value }: TypedValue): unknown => packages.codec(type).encode(value);
  switch (command.kind) {
    case "create":
      return { CreateCommand: { templateId, createArguments: json(command.argument) } };
    case "exercise": {
      const { contractId, choice, argument } = command;
      return {
        ExerciseCommand: { templateId, contractId, choice, choiceArgument: json(argument) },
      };
    }
    case "exerciseByKey": {
      const { key, choice, argument } = command;
      return {
        ExerciseByKeyCommand: {
          templateId,
          contractKey: json(key),
          choice,
          choiceArgument: json(argument),
        },
      };
    }
    case "createAndExercise": {
      const { payload, choice, argument } = command;
      return {
        CreateAndExerciseCommand: {
          templateId,
          createArguments: json(payload),
          choice,
          choiceArgument: json(argument),
        },
      };
    }
  }
};
