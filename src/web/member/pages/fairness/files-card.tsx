import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { buttonClass } from '#web/shared/button.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { usePublishedFiles, type PublishedFile } from './use-fairness.ts'
import style from './fairness.module.css'

/** The published files, each with its hash: what verifies a round, and the data and examples for it behind a press. */
export function FilesCard(): ReactNode {
  const t = useTranslations('fairness.files')
  const { data, error, refetch } = usePublishedFiles()
  const others = data?.filter((file) => !isTool(file)) ?? []
  return (
    <Card title={t('title')} wide>
      {data === undefined &&
        (error === null ? <Skeleton rows={4} height={64} /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          <FileList files={data.filter(isTool)} />
          <details className={style.details}>
            <summary>{t('more', { count: others.length })}</summary>
            <FileList files={others} />
          </details>
        </>
      )}
    </Card>
  )
}

/** Whether a person verifies with this file; the others are read by programs. */
function isTool({ name }: PublishedFile): boolean {
  const kind = kindOf(name)
  return kind === 'verifier' || kind === 'document' || kind === 'python'
}

function FileList({ files }: { files: readonly PublishedFile[] }): ReactNode {
  return (
    <ul className={style.files}>
      {files.map((file) => (
        <File key={file.name} file={file} />
      ))}
    </ul>
  )
}

function File({ file: { name, bytes, sha256 } }: { file: PublishedFile }): ReactNode {
  const t = useTranslations('fairness.files')
  const kind = kindOf(name)
  return (
    <li>
      <div className={style.file}>
        <b>{t(kind)}</b>
        <span className={`${style.third} money`}>
          {name} · {Math.ceil(bytes / 1024)} KB
        </span>
        {kind === 'verifier' && <span className={style.second}>{t('verifierText')}</span>}
        {kind === 'python' && (
          <span className={style.second}>
            {t('pythonText')} <code className={style.code}>{`python3 ${name} < record.json`}</code>
          </span>
        )}
        <span className={style.hash}>
          <span>{t('hash')}</span> <code className={style.code}>{sha256}</code>
        </span>
      </div>
      <a className={buttonClass('plain')} href={`/fairness/${name}`} download={name}>
        {t('download', { name })}
      </a>
    </li>
  )
}

type FileKind = 'verifier' | 'document' | 'python' | 'example' | 'mechanics' | 'series' | 'decisions' | 'data'

function kindOf(name: string): FileKind {
  if (name === 'verifier.html') return 'verifier'
  if (name.endsWith('.md')) return 'document'
  if (name.endsWith('.py')) return 'python'
  if (name === 'mechanics.json') return 'mechanics'
  if (name === 'series.json') return 'series'
  if (name === 'decisions.json') return 'decisions'
  return name === 'examples.json' ? 'example' : 'data'
}
