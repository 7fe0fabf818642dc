/** Writes llms.txt into the folder, and llms-full.txt into the folder of the build. */
export const writeLlmsFiles: (folder: string, buildFolder?: string) => void;
