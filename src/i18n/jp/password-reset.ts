import type { PasswordResetMessages } from '../ko/password-reset.ts'

export const messages = {
  passwordReset: {
    title: 'パスワードの再設定',
    forgot: 'パスワードをお忘れですか？',
    requestTitle: '再設定を申し込む',
    requestText: 'IDと、ご登録の電話番号を入力してください。担当者がご本人を確認のうえ、認証コードをお伝えします。',
    id: 'ID',
    phone: '電話番号',
    request: '申し込む',
    requested: 'お申し込みを受け付けました。内容に間違いがなければ、ご登録の番号に担当者からご連絡します。',
    codeTitle: '新しいパスワードの設定',
    codeText: 'コードは30分以内に一度だけ使えます。',
    code: '認証コード',
    codeHint: '例：ABCD-2345-WXYZ',
    submit: 'パスワードを変更',
    fail: 'IDまたはコードが正しくないか、コードの有効期限が切れています。',
    done: 'パスワードを変更しました。新しいパスワードでログインしてください。',
    after: '変更するとすべての端末からログアウトし、安全のため24時間は出金できません。',
    login: 'ログインする',
  },
} as const satisfies PasswordResetMessages
