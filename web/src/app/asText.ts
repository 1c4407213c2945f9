/** Data for a line of a full-screen alert, whose lines are markup: it stays the text that it is. */
export function asText(data: string): string {
  return data.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
