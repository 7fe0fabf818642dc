import type { Page } from "playwright-core";

export interface DroppedFile {
  readonly name: string;
  readonly contents: string | Uint8Array;
}

/** Drops files on an element of a page, as if dragged with a mouse. */
export const drop = async (
  page: Page,
  selector: string,
  files: readonly DroppedFile[],
): Promise<void> => {
  const given = files.map(({ name, contents }) => [name, Buffer.from(contents).toString("base64")]);
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(given)}) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    })()`,
  );
  await page.dispatchEvent(selector, "dragover", { dataTransfer });
  await page.getByText("Drop it anywhere").waitFor();
  await page.dispatchEvent(selector, "drop", { dataTransfer });
};
