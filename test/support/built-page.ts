import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The page of the explorer as `npm start` makes it: a third of a second, in a process of its own. */
export const buildPage = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [".ci/explorer-page.js"]);
};
