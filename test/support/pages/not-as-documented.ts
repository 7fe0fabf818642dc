/** Thrown if something on a page does not work, or does not print what the page shows. */
export class NotAsDocumented extends Error {
  override readonly name = "NotAsDocumented";
}
