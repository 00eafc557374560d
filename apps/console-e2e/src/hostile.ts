/** A text that a page must show as it is: markup, marks that turn the direction, emoji, a template. */
export const HOSTILE = `<img src=x onerror="window.hacked=1"> \u202e\u2067مرحبا\u2069 👩‍👩‍👧 {{7*7}} <script>window.hacked=2</script>`;
