import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import { exercise, modelsPackage, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { wait } from "./work.ts";

const byPackageId = (owner: string) => ({
  CreateCommand: {
    ...noteOf(owner).CreateCommand,
    templateId: `${modelsPackage.packageId}:Models:Note`,
  },
});

const ghost = `ghost::1220${"ab".repeat(32)}`;
const nowhere = `nowhere::1220${"ab".repeat(32)}`;

/** Returns a case: a command with one change is refused. */
const refused =
  (status: number, code: string, changed: Fields): Case =>
  async (api) => {
    const alice = await api.party("alice");
    const commands = api.commands(alice, noteOf(alice), changed);
    await api.refused(status, code, ["POST", wait, commands]);
  };

const named = (templateId: string) => ({
  commands: [{ CreateCommand: { templateId, createArguments: {} } }],
});

export const packageResolution: Suite = {
  name: "TranscodePackageIdResolverTest",
  cases: {
    "output transcoding package-ids for input commands of all types": async (api: CaseLedger) => {
      const alice = await api.party("alice");
      const note = await api.create(alice, noteOf(alice));
      await api.submit(alice, exercise(Note.reference, note, "Keep"));
      const { createArguments } = noteOf(alice).CreateCommand;
      const both = { templateId: Note.reference, choice: "Keep", choiceArgument: {} };
      await api.submit(alice, { CreateAndExerciseCommand: { ...both, createArguments } });
    },
    "only resolve package-ids for commands with package-name references": async (
      api: CaseLedger,
    ) => {
      const alice = await api.party("alice");
      await api.submit(alice, byPackageId(alice));
      // The ledger checks the acting parties at this point only if a command uses a package name.
      const commands = (command: object) => api.commands(ghost, command);
      await api.refused(404, "UNKNOWN_INFORMEES", ["POST", wait, commands(noteOf(ghost))]);
      await api.refused(404, "UNKNOWN_SUBMITTERS", ["POST", wait, commands(byPackageId(ghost))]);
    },
    "consider Commands.packageIdSelectionPreferences": async (api: CaseLedger) => {
      const alice = await api.party("alice");
      const packageIdSelectionPreference = [modelsPackage.packageId];
      await api.submit(alice, noteOf(alice), { packageIdSelectionPreference });
    },
    "fail on unknown package-id in Commands.packageIdSelectionPreferences": refused(
      400,
      "JSON_API_PACKAGE_SELECTION_FAILED",
      { packageIdSelectionPreference: ["unknown"] },
    ),
    "fail on invalid package-id in Commands.packageIdSelectionPreferences": refused(
      400,
      "INVALID_ARGUMENT",
      { packageIdSelectionPreference: ["invalid#pkg"] },
    ),
    "fail on empty actAs": refused(400, "MISSING_FIELD", { actAs: [] }),
    "fail on invalid submitter party": refused(400, "INVALID_ARGUMENT", {
      actAs: ["invalid#party"],
    }),
    "fail on invalid package references in a command": refused(
      400,
      "Invalid value for: body",
      named("!#weird"),
    ),
    "fail on invalid synchronizerId": refused(400, "INVALID_FIELD", {
      synchronizerId: "invalidsync",
    }),
  },
};

export const resolutionFromSource: Suite = {
  name: "TranscodePackageIdResolver.scala",
  cases: {
    "command for an unknown package name": refused(
      404,
      "PACKAGE_NAMES_NOT_FOUND",
      named("#no-such-package:M:T"),
    ),
    "actAs unknown, template by package name": refused(404, "UNKNOWN_INFORMEES", {
      actAs: [ghost],
    }),
    "actAs unknown, template by package id": refused(404, "UNKNOWN_SUBMITTERS", {
      actAs: [ghost],
      commands: [byPackageId(ghost)],
    }),
    "observer unknown": async (api) => {
      const alice = await api.party("alice");
      const commands = api.commands(alice, noteOf(alice, [ghost]));
      await api.refused(404, "UNKNOWN_INFORMEES", ["POST", wait, commands]);
    },
    "synchronizer unknown, template by package name": refused(
      400,
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
      { synchronizerId: nowhere },
    ),
  },
};
