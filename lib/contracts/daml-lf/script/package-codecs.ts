import { createList, type RuntimeValue } from "../runtime/runtime-value.ts";
import { readQuestionParticipant, unitAnswer } from "./party-codecs.ts";
import * as payload from "./payload.ts";
import { defineQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModule } from "./script-library.ts";
import type { ScriptTypes } from "./script-types.ts";

// Questions about packages and signatures (daml-script.md 2.3).

export interface ScriptPackageName {
  readonly name: string;
  readonly version: string;
}

const packagesCodec = {
  read: (question: RuntimeValue) => ({
    packages: payload.readList(
      payload.readField(question, "packages"),
      (each): ScriptPackageName => ({
        name: payload.readText(payload.readField(each, "name")),
        version: payload.readText(payload.readField(each, "version")),
      }),
    ),
    participant: readQuestionParticipant(question),
  }),
  ...unitAnswer,
};

export const vetPackagesCodec = defineQuestionCodec(packagesCodec);
export const unvetPackagesCodec = defineQuestionCodec(packagesCodec);

const darCodec = {
  read: (question: RuntimeValue) => ({
    dar: payload.readText(payload.readField(question, "darName")),
  }),
  ...unitAnswer,
};

export const vetDarCodec = defineQuestionCodec(darCodec);
export const unvetDarCodec = defineQuestionCodec(darCodec);

const packageListCodec = {
  read: () => ({}),
  write: (packages: readonly ScriptPackageName[], types: ScriptTypes): RuntimeValue =>
    createList(
      packages.map(({ name, version }) =>
        types.createRecord(`${scriptQuestionsModule}.Packages:PackageName`, { name, version }),
      ),
    ),
};

export const listVettedPackagesCodec = defineQuestionCodec(packageListCodec);
export const listAllPackagesCodec = defineQuestionCodec(packageListCodec);

const signatureCodec = {
  read: (question: RuntimeValue) => ({
    privateKey: payload.readText(payload.readField(question, "privateKey")),
    message: payload.readText(payload.readField(question, "message")),
  }),
  write: (signature: string): RuntimeValue => signature,
};

export const secp256k1SignCodec = defineQuestionCodec(signatureCodec);
export const secp256k1WithEcdsaSignCodec = defineQuestionCodec(signatureCodec);

export const secp256k1GenerateKeyPairCodec = defineQuestionCodec({
  read: () => ({}),
  write: (keys: { readonly privateKey: string; readonly publicKey: string }, types): RuntimeValue =>
    types.createRecord(`${scriptQuestionsModule}.Crypto.Text:Secp256k1KeyPair`, { ...keys }),
});
