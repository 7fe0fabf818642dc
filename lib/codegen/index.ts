/** Generates TypeScript for the packages of DARs: types, commands and events. */
export type { CodegenInput } from "./codegen-input.ts";
export { generate, type GenerateOptions } from "./generate.ts";
export { packagesOfDars } from "./packages-of-dars.ts";
export {
  packagesOfParticipant,
  type ParticipantPackagesDownloadOptions,
} from "./packages-of-participant.ts";
