/** Escapes data for a line of a full-screen alert, whose lines are markup. */
export function asText(data: string): string {
  return data.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
