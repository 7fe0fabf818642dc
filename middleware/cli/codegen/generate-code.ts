import { packageCheckCache } from "../../../fixtures/daml/index.ts";
import {
  type CodegenInput,
  generate,
  packagesOfDars,
  packagesOfParticipant,
} from "../../../lib/codegen/index.ts";
import { isLedgerError, ledgerError } from "../../../lib/index.ts";
import { addFileNameToErrors } from "../add-file-name-to-errors.ts";
import { readDarFile } from "../read-dar.ts";
import type { CodegenParticipantSource, CodegenTask, CommandLineIo } from "../settings.ts";
import { waitForAbort } from "../wait-for-abort.ts";
import { watchFiles } from "../watch-files.ts";
import { findGeneratedFileChanges, updateGeneratedFiles } from "./update-generated-files.ts";

/**
 * Generates TypeScript into a folder, or checks that the folder is up to date. Resolves to the exit
 * code: 1 if the check finds a difference. With `watch` it resolves when it is stopped.
 *
 * Rejects with INVALID_ARGUMENT for a DAR that does not exist, and with the errors of an invalid
 * DAR and of the participant.
 */
export const generateCode = async (
  task: CodegenTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<number> => {
  if (task.check) return checkGeneratedFiles(task, line);
  await writeGeneratedFiles(task, line);
  if (task.watch) await watchAndWrite(task, line, stop);
  return 0;
};

const checkGeneratedFiles = async (
  task: CodegenTask,
  { write: tell, writeError }: CommandLineIo,
) => {
  const changes = await findGeneratedFileChanges(task.output, await generateFiles(task));
  if (changes.length === 0) {
    tell(`${task.output} is up to date.\n`);
    return 0;
  }
  const shown = changes.slice(0, 10).map(({ path, kind }) => `  ${path} is ${kind}\n`);
  const more = changes.length > 10 ? `  and ${changes.length - 10} more\n` : "";
  writeError(`${task.output} is not up to date:\n${shown.join("")}${more}`);
  return 1;
};

const writeGeneratedFiles = async (
  task: CodegenTask,
  { write: tell }: CommandLineIo,
): Promise<void> => {
  const startedAt = performance.now();
  const files = await generateFiles(task);
  const { written, deleted } = await updateGeneratedFiles(task.output, files);
  const millis = Math.round(performance.now() - startedAt);
  const removal = deleted === 0 ? "" : `, ${deleted} deleted, which these DARs no longer contain`;
  tell(`${task.output}: ${files.size} files, ${written} changed${removal} (${millis} ms)\n`);
};

/**
 * Generates again after each change, one run at a time. An invalid DAR leaves the files unchanged.
 */
const watchAndWrite = async (
  task: CodegenTask,
  line: CommandLineIo,
  stop: AbortSignal,
): Promise<void> => {
  let last = Promise.resolve();
  const generateAgain = async (): Promise<void> => {
    try {
      await writeGeneratedFiles(task, line);
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      line.writeError(`${error.details.cause}\n`);
    }
  };
  const end = watchFiles(task.dars, () => void (last = last.then(generateAgain)));
  await waitForAbort(stop);
  end();
  await last;
};

const generateFiles = async ({
  dars,
  participant,
  options,
}: CodegenTask): Promise<ReadonlyMap<string, string>> => {
  const inputs: CodegenInput[] = await Promise.all(dars.map(readDarPackages));
  if (participant !== undefined) inputs.push(await fetchPackages(participant));
  const merged = mergeCodegenInputs(inputs);
  if (merged.mains.length === 0) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: "The participant has no packages with Daml code to generate types of.",
    });
  }
  return generate(merged, options);
};

/** Reads the packages of a DAR. Rejects with the name of an invalid file. */
export const readDarPackages = async (file: string): Promise<CodegenInput> => {
  const dar = await readDarFile(file);
  return addFileNameToErrors(file, () =>
    packagesOfDars([dar], { passedChecks: packageCheckCache() }),
  );
};

const fetchPackages = ({ url, token, packages }: CodegenParticipantSource): Promise<CodegenInput> =>
  packagesOfParticipant({
    url,
    ...(token === undefined ? {} : { token }),
    ...(packages.length === 0 ? {} : { packages }),
  });

/** Returns the packages of several inputs as one input. */
export const mergeCodegenInputs = (inputs: readonly CodegenInput[]): CodegenInput => ({
  mains: inputs.flatMap(({ mains }) => mains),
  packages: inputs.flatMap(({ packages }) => packages),
});
