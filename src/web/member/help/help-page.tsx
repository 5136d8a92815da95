export function Page() { return <main id="main" /> }
