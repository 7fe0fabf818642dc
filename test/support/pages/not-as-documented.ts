/** Thrown if a page is incorrect. */
export class NotAsDocumented extends Error {
  override readonly name = "NotAsDocumented";
}
