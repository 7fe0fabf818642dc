import { createList, type RuntimeValue } from "../runtime/runtime-value.ts";
import { readParticipant, unitAnswer } from "./party-forms.ts";
import * as payload from "./payload.ts";
import { defineQuestionForm } from "./question-form.ts";
import { questionsModule } from "./script-library.ts";
import type { ScriptTypes } from "./script-types.ts";

// Questions about packages and signatures (daml-script.md 2.3).

export interface ScriptPackage {
  readonly name: string;
  readonly version: string;
}

const packagesForm = {
  read: (question: RuntimeValue) => ({
    packages: payload.readList(payload.readField(question, "packages"), (each): ScriptPackage => ({
      name: payload.readText(payload.readField(each, "name")),
      version: payload.readText(payload.readField(each, "version")),
    })),
    participant: readParticipant(question),
  }),
  ...unitAnswer,
};

export const vetPackages = defineQuestionForm(packagesForm);
export const unvetPackages = defineQuestionForm(packagesForm);

const darForm = {
  read: (question: RuntimeValue) => ({
    dar: payload.readText(payload.readField(question, "darName")),
  }),
  ...unitAnswer,
};

export const vetDar = defineQuestionForm(darForm);
export const unvetDar = defineQuestionForm(darForm);

const packageListForm = {
  read: () => ({}),
  write: (packages: readonly ScriptPackage[], types: ScriptTypes): RuntimeValue =>
    createList(
      packages.map(({ name, version }) =>
        types.createRecord(`${questionsModule}.Packages:PackageName`, { name, version }),
      ),
    ),
};

export const listVettedPackages = defineQuestionForm(packageListForm);
export const listAllPackages = defineQuestionForm(packageListForm);

const signatureForm = {
  read: (question: RuntimeValue) => ({
    privateKey: payload.readText(payload.readField(question, "privateKey")),
    message: payload.readText(payload.readField(question, "message")),
  }),
  write: (signature: string): RuntimeValue => signature,
};

export const secp256k1Sign = defineQuestionForm(signatureForm);
export const secp256k1WithEcdsaSign = defineQuestionForm(signatureForm);

export const secp256k1GenerateKeyPair = defineQuestionForm({
  read: () => ({}),
  write: (keys: { readonly privateKey: string; readonly publicKey: string }, types): RuntimeValue =>
    types.createRecord(`${questionsModule}.Crypto.Text:Secp256k1KeyPair`, { ...keys }),
});
