(function(){function e(e){return typeof e==`object`&&!!e&&!Array.isArray(e)}function t(e){return[`string`,`number`,`boolean`].includes(typeof e)}function n(t){return e(t)&&typeof t.type==`string`}var r=[`waiting`,`approved`,`declined`,`done`,`failed`,`expired`,`unknown`];function i(e,t){let n=l(t);if(!n)return e;let r=e.approvals.some(e=>e.call===n.call)?e.approvals.map(e=>e.call===n.call?n:e):[...e.approvals,n];return{...e,approvals:r,status:n.state===`waiting`?null:e.status}}function a(e,t,n){let r=t.errorText===`outcome_unknown`||t.errorText===`page_silent`?`unknown`:n;return o(e,String(t.toolCallId),`approved`,r)}function o(e,t,n,r){return e.approvals.some(e=>e.call===t&&e.state===n)?{...e,approvals:e.approvals.map(e=>e.call===t?{...e,state:r}:e)}:e}function s(e){let t=e.approvals.map(e=>e.state===`waiting`?{...e,state:`declined`}:e);return{...e,approvals:t}}function c(e){return typeof e==`string`&&r.includes(e)}function l(t){let{call:n,approval:r,state:i}=t;if(typeof n!=`string`||n===``||!e(r)||!c(i))return null;let{context:a,rows:o}=r;return{call:n,tool:u(t.tool),title:u(t.title),ask:u(r.ask),context:Array.isArray(a)?a.filter(e=>typeof e==`string`):[],args:e(t.args)?t.args:{},rows:Array.isArray(o)?o.filter(e).map(e=>({name:u(e.name),value:u(e.value)})):[],state:i}}function u(e){return typeof e==`string`?e:``}function d(e,t,n=``){return{key:e,id:null,question:t,quote:n,state:`sending`,status:null,texts:[],sources:[],offers:[],calls:[],approvals:[],told:[],doubts:[],tentative:!1,message:``,closest:[],masked:``,problem:null,live:!0}}function f(e){return e.texts.map(e=>e.text).filter(e=>e!==``).join(`

`)}function p(e){return m(e)&&e.approvals.some(e=>e.state===`waiting`)}function m(e){return e.problem?!1:e.state===`sending`||e.state===`running`||e.state===`waiting`}function h(e){let t=f(e).replace(/[\uE000\uE001]/g,``),n=0,r=[];return e.doubts.forEach((e,i)=>{let a=t.indexOf(e.text,n);if(a<0){r.push(e);return}let o=a+e.text.replace(/\s*\|\s*$/,``).length,s=`\uE000${i}\uE001`;t=t.slice(0,o)+s+t.slice(o),n=a+e.text.length+s.length}),{text:t,astray:r}}function ee(e,t){let n=Object.hasOwn(ne,t.type)?ne[t.type]:void 0;return n?n(e,t):e}function te(e,t){let n={...d(e.turn,e.question,_(e.quote)),id:e.turn,live:t};return e.state===`running`||e.state===`waiting`?{...n,state:`running`}:{...e.parts.reduce(ee,n),state:e.state,status:null,calls:[]}}var ne={start:(e,t)=>({...e,id:_(t.messageId)||e.id,state:`running`}),"data-status":re,"text-start":(e,t)=>ae(e,_(t.id),``),"text-delta":(e,t)=>ae(e,_(t.id),_(t.delta)),text:(e,t)=>ae(e,`stored-${e.texts.length}`,_(t.text)),"source-url":oe,"source-document":oe,"data-claims":ue,"data-offer":fe,"data-call":pe,"data-verdict":he,"tool-input-available":(e,t)=>se(e,t,{title:ce(t)}),"tool-output-available":(e,t)=>a(se(e,t,{summary:le(t)}),t,`done`),"tool-output-error":(e,t)=>a(e,t,`failed`),"dynamic-tool":(e,t)=>se(e,t,{title:ce(t),summary:le(t)}),error:ge,finish:e=>({...e,status:null})};function re(t,n){let r=e(n.data)?n.data:{},i=_(r.phase);return ie(i)?{...t,status:{phase:i,title:_(r.title)}}:t}function ie(e){return[`searching`,`thinking`,`tool`,`page`].includes(e)}function ae(e,t,n){let r=e.texts.some(e=>e.id===t);if(!r&&n===``)return e;let i=r?e.texts.map(e=>e.id===t?{id:t,text:e.text+n}:e):[...e.texts,{id:t,text:n}];return{...e,texts:i,status:null}}function oe(t,n){let r=_(n.sourceId);if(r===``)return t;let i=e(n.providerMetadata)?n.providerMetadata.docsteward:null,a=e(i)?i:{},o=_(n.url),s={id:r,number:typeof a.number==`number`?a.number:t.sources.length+1,kind:a.kind===`tool`?`tool`:`section`,title:_(n.title)||o||r,url:o||null,passage:_(a.passage)};return{...t,sources:we(t.sources,s,e=>e.id)}}function se(e,t,n){let r=_(t.toolCallId);if(r===``)return e;let i=e.told.find(e=>e.call===r)??{call:r,title:``,summary:``};return{...e,told:we(e.told,{...i,...n},e=>e.call)}}function ce(e){return _(e.title)||_(e.toolName)}function le(t){return e(t.output)?_(t.output.summary):``}function ue(t,n){let r=e(n.data)?n.data:{},i=Array.isArray(r.marked)?r.marked.flatMap(de):[];return{...t,doubts:i,tentative:r.tentative===!0}}function de(t){if(!e(t)||_(t.text)===``||!Array.isArray(t.missing))return[];let n=t.missing.filter(e).map(e=>({kind:_(e.kind),text:_(e.text)}));return n.length===0?[]:[{text:_(t.text),missing:n}]}function fe(t,n){let r=e(n.data)?ye(n.data):null;return r?{...t,offers:we(t.offers,r,e=>e.offer)}:t}function pe(t,n){let r=e(n.data)?n.data:{},a=_(r.call);if(e(r.approval))return i(t,r);if(a===``||!e(r.request))return t;let o={call:a,tool:_(r.tool),title:_(r.title),request:r.request,seconds:typeof r.seconds==`number`?r.seconds:10};return{...t,calls:we(t.calls,o,e=>e.call)}}var me=[`answered`,`refused`,`withdrawn`,`stopped`,`interrupted`,`failed`];function he(t,n){let r=e(n.data)?n.data:{},i=_(r.state);if(!me.includes(i))return t;let a=Array.isArray(r.closest)?r.closest.flatMap(_e):[],o=_(r.masked),s={...t,question:o||t.question,masked:o,state:i,status:null,message:_(r.message),closest:a};return i===`withdrawn`?{...s,texts:[],sources:[],doubts:[],tentative:!1}:s}function ge(e,t){let n=_(t.errorText),r=e.state===`interrupted`?`interrupted`:`failed`;return{...e,state:r,status:null,message:n||e.message}}function _e(t){if(!e(t))return[];let n=_(t.url);return n===``?[]:[{url:n,title:_(t.title)||n}]}var ve=[`offered`,`reserved`,`done`,`failed`,`unknown`,`expired`];function ye(t){let n=_(t.offer),r=_(t.state)||`offered`;if(n===``||!ve.includes(r))return null;let i=e(t.link)?t.link:null;return{offer:n,tool:_(t.tool),kind:t.kind===`form`?`form`:`button`,title:_(t.title),label:_(t.label)||_(t.title)||_(t.tool),args:e(t.args)?t.args:{},line:_(t.line),fields:Se(t.fields,0),link:i?{url:_(i.url),new_tab:i.new_tab===!0}:null,state:r,outcome:typeof t.outcome==`string`?t.outcome:null}}var be=[`text`,`email`,`url`,`number`,`integer`,`checkbox`,`select`,`textarea`,`date`,`time`,`datetime-local`,`list`,`group`,`json`],xe=12;function Se(t,n){return(Array.isArray(t)&&n<xe?t:[]).flatMap(t=>e(t)&&_(t.name)!==``?[Ce(t,n)]:[])}function Ce(n,r){let i=_(n.type),a=e(n.item)&&r<xe?Ce(n.item,r+1):null;return{name:_(n.name),label:_(n.label)||_(n.name),type:be.includes(i)?i:`text`,required:n.required===!0,value:n.value??null,options:Array.isArray(n.options)?n.options.filter(t):[],minimum:g(n.minimum),maximum:g(n.maximum),step:g(n.step),min_length:g(n.min_length),max_length:g(n.max_length),pattern:typeof n.pattern==`string`?n.pattern:null,item:a,min_items:g(n.min_items),max_items:g(n.max_items),fields:Se(n.fields,r+1)}}function g(e){return typeof e==`number`?e:null}function _(e){return typeof e==`string`?e:``}function we(e,t,n){return e.some(e=>n(e)===n(t))?e.map(e=>n(e)===n(t)?t:e):[...e,t]}var Te={turns:[],desks:{},notice:``},Ee={busy:!1,open:!1,values:{},faults:{},reason:``};function De(e,t){switch(t.type){case`ask`:return Oe(e,[...e.turns,d(t.key,t.question,t.quote)]);case`again`:return v(e,t.key,e=>({...d(e.key,e.question,e.quote),id:e.id}));case`mend`:return v(e,t.key,e=>({...e,problem:null}));case`part`:return v(e,t.key,e=>ee(e,t.part));case`reconnect`:return v(e,t.key,e=>({...e,status:{phase:`reconnecting`,title:``}}));case`problem`:return v(e,t.key,e=>({...e,status:null,problem:t.problem}));case`stopped`:return v(e,t.key,e=>m(e)?s({...e,state:`stopped`,status:null}):e);case`desk`:return ke(e,t.offer,t.desk);case`outcome`:return Ae(e,t.offer,t.state,t.outcome);case`approval`:return v(e,t.key,e=>o(e,t.call,`waiting`,t.state));case`restore`:return je(e,t.conversation,t.seen);case`notice`:return{...e,notice:t.notice};case`clear`:return Te}}function Oe(e,t){return{...e,turns:t.slice(-50)}}function v(e,t,n){return{...e,turns:e.turns.map(e=>e.key===t?n(e):e)}}function ke(e,t,n){let r=e.desks[t]??Ee;return{...e,desks:{...e.desks,[t]:{...r,...n}}}}function Ae(e,t,n,r){let i=e.turns.map(e=>({...e,offers:e.offers.map(e=>e.offer===t?{...e,state:n,outcome:r}:e)})),a=n===`failed`?r??``:``;return ke({...e,turns:i},t,{busy:!1,reason:a,faults:{}})}function je(e,t,n){let r=new Set(e.turns.flatMap(e=>e.id===null?[]:[e.id]));return Oe(e,[...t.turns.filter(e=>!r.has(e.turn)).map(e=>te(e,n.has(e.turn))),...e.turns])}var Me={launcher:`Ask`,launcherName:`Ask the documentation`,title:`Ask the docs`,greeting:`What would you like to know? I answer from this documentation and show you where it says so.`,suggestions:`Suggestions`,placeholder:`Ask a question`,composerName:`Your question`,send:`Send`,stop:`Stop`,close:`Close`,clear:`New chat`,conversation:`Conversation`,you:`You asked`,newest:`Go to the newest message`,tooLong:`{count} characters too many`,searching:`Searching the documentation`,thinking:`Reading what was found`,tool:`Asking {title}`,toolUnnamed:`Asking a tool`,page:`Asking this site`,reconnecting:`The connection was lost. Connecting again`,sending:`Sending`,notFound:`not found in the cited source: {what}`,turned:`the cited source may say the opposite: {what}`,tentative:`Much of this answer was not found in its sources. Check them before you rely on it.`,doubtsOne:`One sentence was not found in its source.`,doubtsCount:`{count} sentences were not found in their sources.`,sources:`Sources`,sourceName:`Source {number}: {title}`,passage:`Show the passage of source {number}`,closest:`Closest pages`,copy:`Copy answer`,copied:`Copied`,copyFailed:`Copying was not allowed`,copyCode:`Copy code`,askAgain:`Ask again`,askMasked:`Ask without the secret`,retry:`Try again`,stopped:`Stopped.`,interrupted:`The answer was cut off.`,failed:`The answer could not be finished.`,refused:`The documentation does not answer this.`,offline:`You seem to be offline.`,blocked:`This page may not talk to its assistant. If you run this site, add its address to the allowed origins.`,unreachable:`The assistant cannot be reached at the moment.`,serverFault:`The assistant had a fault. Nothing you did caused it.`,turnRunning:`Another question in this conversation is still being answered.`,expired:`The former conversation has ended, so this one starts anew.`,notKept:`This browser keeps nothing for this site, so the conversation ends with the page.`,reportFailed:`What this page found out could not be sent to the assistant.`,mayHaveRun:`This may have run already. Check before you do it again.`,offerExpired:`This offer has expired. Ask again to get a new one.`,offerPast:`Offered earlier: {label}`,pressFailed:`It did not work. You can try again.`,pressUnsent:`It could not be sent: {reason}`,approve:`Approve`,decline:`Decline`,declineWhy:`Decline and say why`,declineReason:`Why not? (optional)`,declined:`Declined.`,approvalWaits:`This waits for your word.`,approvalGiven:`Approved.`,approvalFailed:`Approved, but it did not work.`,approvalExpired:`Nobody decided in time.`,working:`Working`,opened:`Opened.`,done:`Done.`,cancel:`Cancel`,required:`required`,choose:`Choose`,fieldRequired:`This is required.`,fieldNumber:`Write a number, without separators for thousands.`,fieldInteger:`Write a whole number, without separators.`,fieldChoice:`Choose one of the list.`,fieldDate:`Write a date and a time.`,fieldJson:`Write a JSON object, such as {"colour": "red"}.`,rowsFewest:`Add at least {count}.`,rowName:`{label} {number}`,add:`Add`,addName:`Add: {label}`,remove:`Remove`,removeName:`Remove: {label}`,removed:`Removed: {label}`,faultsOne:`One field needs another look.`,faultsMany:`{count} fields need another look.`,taskDone:`Done:`,taskOpen:`To do:`,newTab:` (opens in a new tab)`,answerReady:`Answer: {text}`,sourcesOne:`One source.`,sourcesCount:`{count} sources.`};function y(e,t){return e.replace(/\{(\w+)\}/g,(e,n)=>String(t[n]??e))}var b=class extends Error{status;code;details;constructor(e,t,n,r){super(n),this.status=e,this.code=t,this.details=r,this.name=`ServerError`}},x=class extends Error{trouble;constructor(e){super(e),this.trouble=e,this.name=`NetworkError`}};async function Ne(t){let n=await t.text();try{let r=JSON.parse(n);if(e(r)&&e(r.error)){let{code:n,message:i,details:a}=r.error;if(typeof n==`string`&&typeof i==`string`)return new b(t.status,n,i,e(a)?a:{})}}catch(e){if(!(e instanceof SyntaxError))throw e}return new b(t.status,`unreadable`,``,{})}var Pe=[`open`,`close`,`answer`,`offer`,`outcome`],Fe=class{warn;#e=Te;#t=new Set;#n=new Map;constructor(e){this.warn=e}get state(){return this.#e}dispatch(e){let t=De(this.#e,e);if(t!==this.#e){this.#e=t;for(let e of this.#t)e()}}watch(e){return this.#t.add(e),()=>this.#t.delete(e)}on(e,t){let n=this.#n.get(e)??new Set;return this.#n.set(e,n.add(t)),()=>n.delete(t)}emit(e,t){for(let n of this.#n.get(e)??[])try{n(t)}catch(t){this.warn(`Docsteward: a listener of ${JSON.stringify(e)} failed.`,t)}}clear(){this.#t.clear(),this.#n.clear()}};function Ie(e,t){if(e instanceof x)return{code:`network`,message:t[e.trouble]};if(!(e instanceof b))throw e;if(e.code===`turn_running`)return{code:e.code,message:t.turnRunning};let n=e.status<500&&e.message!==``;return{code:e.code,message:n?e.message:t.serverFault}}function Le(e){return e instanceof DOMException&&e.name===`AbortError`}var Re=[500,2e3,5e3];async function ze(e,t){for(let n of Re){try{return await e()}catch(e){if(!Be(e))throw e}await t(n)}return e()}function Be(e){return e instanceof x?e.trouble!==`blocked`:e instanceof b&&e.status>=500}var Ve=class{options;constructor(e){this.options=e}desk(e){return this.options.hub.state.desks[e.call]??Ee}words(e){return this.options.tools.ask(e.tool,e.args)||e.ask}askWhy(e,t){this.desk(e).busy||this.#n(e,{open:t})}type(e,t){this.#n(e,{values:{reason:t}})}async decide(e,t,n){if(this.desk(t).busy||t.state!==`waiting`)return;let r=n?``:this.desk(t).values.reason??``;this.#n(t,{busy:!0,reason:``});try{let{client:i,calls:a,sleep:o}=this.options,s=await ze(()=>i.decide(t.call,n,r),o);this.#t(e,t,s.state);let{call:c,tool:l,title:u}=t;s.request&&await a.run(e,{call:c,tool:l,title:u,request:s.request},!0)}catch(n){this.#e(e,t,n)}}#e(e,t,n){if(!(n instanceof b)&&!(n instanceof x))throw n;let r=n instanceof b&&n.code===`call_closed`?n.details.state:null;if(c(r))return this.#t(e,t,r);let{labels:i}=this.options,{message:a}=Ie(n,i()),o=n instanceof x?y(i().pressUnsent,{reason:a}):a;this.#n(t,{busy:!1,reason:o})}#t(e,t,n){this.options.hub.dispatch({type:`approval`,key:e,call:t.call,state:n}),this.#n(t,{busy:!1,open:!1,reason:``})}#n(e,t){this.options.hub.dispatch({type:`desk`,offer:e.call,desk:t})}},He=2e5,Ue=/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/(?:javascript|x-ndjson|yaml)\b)/i;async function We(e,t){let n=Ge(e.url,t.page());if(n===null)return t.warn(`Docsteward: ${JSON.stringify(e.url)} is not an address on this page's site.`),{error:`network`};let r=new AbortController,i=!1,a=t.after(()=>{i=!0,r.abort()},(e.seconds??10)*1e3);try{return await qe(await t.fetch(n,Ke(e,r.signal)))}catch(e){if(i)return{error:`timeout`};if(e instanceof TypeError||e instanceof DOMException)return{error:`network`};throw e}finally{a()}}function Ge(e,t){if(!/^[/?#.\w]/.test(e)||/^[\\/]{2}/.test(e)||/^[a-z][a-z0-9+.-]*:/i.test(e)||!URL.canParse(e,t))return null;let n=new URL(e,t);return n.origin===new URL(t).origin?n.href:null}function Ke(e,t){let n={method:e.method,credentials:`same-origin`,mode:`same-origin`,redirect:`follow`,cache:`no-store`,headers:{Accept:`application/json, text/html;q=0.9, */*;q=0.5`,...e.headers},signal:t};return e.body!==void 0&&e.method!==`GET`&&(n.body=JSON.stringify(e.body),n.headers={...n.headers,"Content-Type":`application/json`}),n}async function qe(e){let t=e.headers.get(`content-type`)??``,n=t===``||Ue.test(t)?await Je(e):``;return{status:e.status,content_type:t,body:n}}async function Je(e){let t=e.body?.getReader();if(!t)return``;let n=new TextDecoder,r=``;for(;;){let{value:e,done:i}=await t.read();if(r+=n.decode(e,{stream:!i}),i)return r;if(r.length>2e5)return await t.cancel(),r.slice(0,He)}}var Ye=1e3,Xe=500;async function Ze(e,t,n,r){let i=t.find(e.tool);if(!i)return{error:`unregistered`};let a=new AbortController,o=new Promise(t=>{let i=e=>()=>{t({error:e}),a.abort()},o=n.after(i(`timeout`),e.seconds*1e3),s=i(`aborted`);r.aborted&&s(),r.addEventListener(`abort`,s,{once:!0}),a.signal.addEventListener(`abort`,()=>{o(),r.removeEventListener(`abort`,s)})}),s=await Promise.race([o,Qe(e,i,n,a.signal)]);return a.abort(),s}async function Qe(e,t,n,r){let{question:i,page:a}=e.context;try{return r.throwIfAborted(),$e(await t(structuredClone(e.args),{question:i,page:a,signal:r}))}catch(t){return r.aborted||n.warn(`Docsteward: the handler of ${JSON.stringify(e.tool)} failed.`,t),nt(t instanceof Error?t.message:t)}}function $e(e){let{output:t,summary:n}=et(e);if(t===void 0)return{error:`no_result`};let r=tt(t);if(r===null)return nt(`what it returned is no JSON`);let i={ok:!0,content_type:`application/json`,body:rt(r,He)};return n===``?i:{...i,summary:rt(n,Ye)}}function et(t){let n=e(t)?Object.keys(t):[],r=n.length>0&&n.every(e=>e===`output`||e===`summary`);if(!e(t)||!r)return{output:t,summary:``};let i=typeof t.summary==`string`?t.summary:``;return{output:`output`in t?t.output:i||void 0,summary:i}}function tt(e){if(typeof e==`object`&&e&&!Array.isArray(e)&&!(`toJSON`in e)){let t=Object.getPrototypeOf(e);if(t!==null&&Object.getPrototypeOf(t)!==null)return null}try{return JSON.stringify(e)??null}catch{return null}}function nt(e){return{error:`threw`,body:typeof e==`string`?rt(e,Xe):``}}function rt(e,t){return e.slice(0,t).replace(/\p{Surrogate}/gu,`�`)}var it=class{options;#e=new Map;#t=new Map;constructor(e){this.options=e}async run(e,t,n){let{request:r}=t;if(r.kind===`handler`&&!n&&!this.options.tools.find(r.tool))return;let i=await this.options.once.claim(t.call);if(i===`taken`)return;let a=new AbortController;this.#e.set(t.call,{key:e,stop:a});let o=i===`lost`?at(t):await this.#n(t,a.signal);this.#e.delete(t.call)&&await this.#r(e,t.call,o)}stop(e){for(let[t,n]of this.#e)n.key===e&&(this.#e.delete(t),n.stop.abort())}dispose(){for(let e of this.#e.values())e.stop.abort()}resend(e){let t=this.#t.get(e);return t?(this.#t.delete(e),this.#r(e,t.call,t.report),!0):!1}#n(e,t){let{request:n}=e,{door:r,tools:i}=this.options,a=e.seconds??10;switch(n.kind){case`fetch`:return We({...n,seconds:n.seconds??a},r);case`handler`:return Ze({...n,seconds:n.seconds??a},i,r,t);default:return r.warn(`Docsteward: this script cannot carry out ${JSON.stringify(n)}.`),Promise.resolve({error:`network`})}}async#r(e,t,n){try{await ze(()=>this.options.client.report(t,n),this.options.sleep),this.options.once.settle(t)}catch(r){if(r instanceof b&&r.status<500)return;if(!(r instanceof b)&&!(r instanceof x))throw r;this.#t.set(e,{call:t,report:n}),this.options.onUnsent(e,r)}}};function at(e){return{error:e.request.kind===`handler`?`aborted`:`network`}}var ot=class extends Error{constructor(e,t){super(e),this.name=`ParseError`,this.type=t.type,this.field=t.field,this.value=t.value,this.line=t.line}},st=10,ct=13,S=32;function lt(e){}function ut(e){if(typeof e==`function`)throw TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");let{onEvent:t=lt,onError:n=lt,onRetry:r=lt,onComment:i,maxBufferSize:a}=e,o=[],s=0,c=!0,l,u=``,d=0,f,p=!1;function m(e){if(p)throw Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");if(c&&(c=!1,e.charCodeAt(0)===239&&e.charCodeAt(1)===187&&e.charCodeAt(2)===191&&(e=e.slice(3))),o.length===0){let t=ee(e);t!==``&&(o.push(t),s=t.length),h();return}if(e.indexOf(`
`)===-1&&e.indexOf(`\r`)===-1){o.push(e),s+=e.length,h();return}o.push(e);let t=o.join(``);o.length=0,s=0;let n=ee(t);n!==``&&(o.push(n),s=n.length),h()}function h(){a!==void 0&&(s+u.length<=a||(p=!0,o.length=0,s=0,l=void 0,u=``,d=0,f=void 0,n(new ot(`Buffered data exceeded max buffer size of ${a} characters`,{type:`max-buffer-size-exceeded`}))))}function ee(e){let n=0;if(e.indexOf(`\r`)===-1){let r=e.indexOf(`
`,n);for(;r!==-1;){if(n===r){d>0&&t({id:l,event:f,data:u}),l=void 0,u=``,d=0,f=void 0,n=r+1,r=e.indexOf(`
`,n);continue}let i=e.charCodeAt(n);if(dt(e,n,i)){let i=e.charCodeAt(n+5)===S?n+6:n+5,a=e.slice(i,r);if(d===0&&e.charCodeAt(r+1)===st){t({id:l,event:f,data:a}),l=void 0,u=``,f=void 0,n=r+2,r=e.indexOf(`
`,n);continue}u=d===0?a:`${u}
${a}`,d++}else ft(e,n,i)?f=e.slice(e.charCodeAt(n+6)===S?n+7:n+6,r)||void 0:te(e,n,r);n=r+1,r=e.indexOf(`
`,n)}return e.slice(n)}for(;n<e.length;){let t=e.indexOf(`\r`,n),r=e.indexOf(`
`,n),i=-1;if(t!==-1&&r!==-1?i=t<r?t:r:t===-1?r!==-1&&(i=r):i=t===e.length-1?-1:t,i===-1)break;te(e,n,i),n=i+1,e.charCodeAt(n-1)===ct&&e.charCodeAt(n)===st&&n++}return e.slice(n)}function te(e,t,n){if(t===n){re();return}let r=e.charCodeAt(t);if(dt(e,t,r)){let r=e.charCodeAt(t+5)===S?t+6:t+5,i=e.slice(r,n);u=d===0?i:`${u}
${i}`,d++;return}if(ft(e,t,r)){f=e.slice(e.charCodeAt(t+6)===S?t+7:t+6,n)||void 0;return}if(r===105&&e.charCodeAt(t+1)===100&&e.charCodeAt(t+2)===58){let r=e.slice(e.charCodeAt(t+3)===S?t+4:t+3,n);r.includes(`\0`)||(l=r);return}if(r===58){if(i){let r=e.slice(t,n);i(r.slice(e.charCodeAt(t+1)===S?2:1))}return}let a=e.slice(t,n),o=a.indexOf(`:`);if(o===-1){ne(a,``,a);return}let s=a.slice(0,o),c=a.charCodeAt(o+1)===S?2:1;ne(s,a.slice(o+c),a)}function ne(e,t,i){switch(e){case`event`:f=t||void 0;break;case`data`:u=d===0?t:`${u}
${t}`,d++;break;case`id`:t.includes(`\0`)||(l=t);break;case`retry`:/^\d+$/.test(t)?r(parseInt(t,10)):n(new ot(`Invalid \`retry\` value: "${t}"`,{type:`invalid-retry`,value:t,line:i}));break;default:n(new ot(`Unknown field "${e.length>20?`${e.slice(0,20)}\u2026`:e}"`,{type:`unknown-field`,field:e,value:t,line:i}))}}function re(){d>0&&t({id:l,event:f,data:u}),l=void 0,u=``,d=0,f=void 0}function ie(e={}){if(e.consume&&o.length>0){let e=o.join(``);te(e,0,e.length)}c=!0,l=void 0,u=``,d=0,f=void 0,o.length=0,s=0,p=!1}return{feed:m,reset:ie}}function dt(e,t,n){return n===100&&e.charCodeAt(t+1)===97&&e.charCodeAt(t+2)===116&&e.charCodeAt(t+3)===97&&e.charCodeAt(t+4)===58}function ft(e,t,n){return n===101&&e.charCodeAt(t+1)===118&&e.charCodeAt(t+2)===101&&e.charCodeAt(t+3)===110&&e.charCodeAt(t+4)===116&&e.charCodeAt(t+5)===58}var pt=class{#e=new TextDecoder;#t=ut({onEvent:e=>{let t=mt(e.data,e.id??null);t&&this.#n.push(t)}});#n=[];push(e){this.#t.feed(this.#e.decode(e,{stream:!0}));let t=this.#n;return this.#n=[],t}};function mt(e,t){if(e===`[DONE]`)return{kind:`done`};try{let r=JSON.parse(e);return n(r)?{kind:`part`,part:r,id:t}:null}catch(e){if(e instanceof SyntaxError)return null;throw e}}var ht=45e3,gt=[400,1e3,2e3,4e3,8e3,15e3];async function _t(e){let t={turn:e.turn??null,after:null,parts:0,done:!1},n=0;for(;;){let r=t.parts,i=await yt(e,t);if(t.done)return;if(e.signal.throwIfAborted(),i instanceof b&&i.status<500)throw i;n=t.parts>r?0:n+1;let a=gt[n];if(a===void 0)throw vt(i)?i:new x(`unreachable`);t.parts>0&&e.onReconnect(),await e.sleep(a,e.signal)}}function vt(e){return e instanceof b||e instanceof x}async function yt(e,t){let n=new AbortController,r=()=>n.abort(e.signal.reason);e.signal.addEventListener(`abort`,r,{once:!0});try{return await xt(await bt(e,t,n.signal),e,t,n),null}catch(t){if(e.signal.throwIfAborted(),t instanceof Error||t instanceof DOMException)return t;throw t}finally{e.signal.removeEventListener(`abort`,r)}}function bt(e,t,n){return t.turn===null?e.source.start(n):e.source.resume(t.turn,t.after,n)}async function xt(e,t,n,r){let i=e.body?.getReader();if(!i)return;let a=new pt,o=()=>void i.cancel().catch(()=>void 0),s=()=>{r.abort(),o()},c=t.watch(s,ht);try{for(;;){let{value:e,done:r}=await i.read();if(r)return;c(),c=t.watch(s,ht);for(let r of a.push(e))St(r,t,n);if(n.done)return}}finally{c(),o()}}function St(e,t,n){if(e.kind===`done`){n.done=!0;return}if(Ct(e.id,n.after))return;n.after=e.id??n.after,n.parts+=1;let{part:r}=e;r.type===`start`&&typeof r.messageId==`string`&&(n.turn=r.messageId),t.onPart(r)}function Ct(e,t){return e===null||t===null?!1:Number(e)<=Number(t)}var wt=2e3,Tt=class{options;#e=null;#t=null;constructor(e){this.options=e}get busy(){return this.options.hub.state.turns.some(e=>m(e)&&!p(e))}get asking(){return this.options.hub.state.turns.some(p)}ask(e,t=``){let n=e.trim(),r=t.trim().slice(0,wt);if(n===``||this.busy)return!1;this.#n();let i=`m_${this.options.newId()}`;return this.options.hub.dispatch({type:`ask`,key:i,question:n,quote:r}),this.options.hub.dispatch({type:`notice`,notice:this.#g()}),this.#o(i,{question:n,quote:r},null),!0}again(e){let{hub:t,calls:n}=this.options;e.problem?.code===`report`&&n.resend(e.key)?t.dispatch({type:`mend`,key:e.key}):e.problem?.code===`network`&&!this.busy?(t.dispatch({type:`again`,key:e.key}),this.#o(e.key,e,e.id)):this.ask(e.question,e.quote)}#n(){let e=this.options.hub.state.turns.find(p);e&&(this.options.hub.dispatch({type:`stopped`,key:e.key}),this.#e?.abort.abort(),this.#e=null)}stop(){let e=this.#e;if(!e||e.stopped)return;let t=this.#h(e.key);e.stopped=!0,this.options.calls.stop(e.key),this.options.hub.dispatch({type:`stopped`,key:e.key}),t&&this.#p({...t,state:`stopped`}),t?.id&&this.#m(t.id,e)}clear(){this.stop(),this.options.memory.endConversation(),this.options.hub.dispatch({type:`clear`})}restore(){return this.#t??=this.#r().finally(()=>{this.#t=null}),this.#t}async#r(){let{hub:e,client:t,memory:n,labels:r}=this.options,i=n.conversation;if(!(i===null||e.state.turns.some(e=>e.id!==null)))try{let r=await t.conversation(i);if(n.conversation!==i)return;e.dispatch({type:`restore`,conversation:r,seen:n.seen}),this.#i()}catch(t){if(!(t instanceof b)&&!(t instanceof x))throw t;let i=t instanceof b&&[401,404].includes(t.status);i&&e.state.turns.length===0&&n.endConversation();let a=i?r().expired:Ie(t,r()).message;e.dispatch({type:`notice`,notice:a})}}dispose(){this.options.calls.dispose(),this.#e?.abort.abort(),this.#e=null}#i(){let e=this.options.hub.state.turns.find(e=>m(e)&&e.id!==null);e&&!this.#e&&this.#o(e.key,e,e.id)}#a(e,{question:t,quote:n}){let{client:r,memory:i,page:a,tools:o}=this.options,s=i.conversation??i.beginConversation();return{start:i=>{let c={conversation:s,message:e,text:t,quote:n};return r.chat({...c,page:a(),brought:o.toSend()},i)},resume:(e,t,n)=>r.events(e,t,n)}}async#o(e,t,n){let r={key:e,abort:new AbortController,stopped:!1};this.#e=r;try{await this.#s(r,t,n),this.#c(e)}catch(t){Le(t)||this.#l(e,t)}finally{this.#e===r&&(this.#e=null)}}async#s(e,t,n){let{hub:r,memory:i,labels:a,sleep:o,watch:s}=this.options,c=()=>_t({source:this.#a(e.key,t),turn:n,signal:e.abort.signal,onPart:t=>this.#u(e,t),onReconnect:()=>{e.stopped||r.dispatch({type:`reconnect`,key:e.key})},sleep:o,watch:s});try{await c()}catch(e){if(!(e instanceof b&&e.status===401&&n===null))throw e;i.endConversation(),r.state.turns.length>1&&r.dispatch({type:`notice`,notice:a().expired}),await c()}}#c(e){let t=this.#h(e);if(!t||!m(t))return;let n={code:`cut`,message:this.options.labels().interrupted};this.options.hub.dispatch({type:`problem`,key:e,problem:n})}#l(e,t){let n=this.#h(e);if(!n||!m(n))return;let r=Ie(t,this.options.labels());this.options.hub.dispatch({type:`problem`,key:e,problem:r})}#u(e,t){let{hub:n,memory:r,calls:i}=this.options;if(e.stopped){let n=t.messageId;t.type===`start`&&typeof n==`string`&&this.#m(n,e);return}let a=this.#h(e.key);n.dispatch({type:`part`,key:e.key,part:t});let o=this.#h(e.key);if(!a||!o)return;o.id&&o.id!==a.id&&r.addSeen(o.id);let s=o.id!==null&&r.seen.has(o.id);for(let t of o.calls.slice(a.calls.length))i.run(e.key,t,s);this.#d(t,o)}#d(t,n){let{hub:r}=this.options,i=e(t.data)?t.data:{};if(t.type===`data-page-tools`&&this.#f(i.notes),t.type===`data-offer`){let e=n.offers.find(e=>e.offer===i.offer);e&&r.emit(`offer`,{offer:e.offer,tool:e.tool,label:e.label})}t.type===`data-verdict`&&this.#p(n)}#f(t){for(let n of Array.isArray(t)?t:[]){if(!e(n))continue;let t=n.tool?`the tool ${JSON.stringify(n.tool)}`:`the page's tools`;this.options.tools.tell(`${t}: ${String(n.message)}`)}}#p(e){let t=e.sources.map(({title:e,url:t})=>({title:e,url:t})),{id:n,question:r,state:i}=e;this.options.hub.emit(`answer`,{turn:n,question:r,state:i,text:f(e),sources:t})}async#m(e,t){try{await this.options.client.stop(e)}catch(e){if(!(e instanceof b)&&!(e instanceof x))throw e}t.abort.abort()}#h(e){return this.options.hub.state.turns.find(t=>t.key===e)}#g(){let{memory:e,labels:t}=this.options;return e.lasting?``:t().notKept}},Et=class{site;tab;newId;#e;constructor(e,t,n,r){this.site=t,this.tab=n,this.newId=r,this.#e=`docsteward:${e}:`}get lasting(){return this.site.lasting}load(){let t=Dt(this.site.get(`${this.#e}session`));if(!e(t))return null;let{token:n,expires:r,assistant:i}=t;return typeof n!=`string`||typeof r!=`string`?null:{token:n,expires:r,assistant:typeof i==`string`?i:``}}save(e){e?this.site.set(`${this.#e}session`,JSON.stringify(e)):this.site.remove(`${this.#e}session`)}get conversation(){return this.site.get(`${this.#e}conversation`)}beginConversation(){let e=`c_${this.newId()}`;return this.site.set(`${this.#e}conversation`,e),e}endConversation(){this.site.remove(`${this.#e}conversation`),this.tab.remove(`${this.#e}seen`),this.tab.remove(`${this.#e}links`)}get tabId(){let e=this.tab.get(`${this.#e}tab`);if(e)return e;let t=this.newId();return this.tab.set(`${this.#e}tab`,t),t}get open(){return this.tab.get(`${this.#e}open`)===`1`}set open(e){this.tab.set(`${this.#e}open`,e?`1`:`0`)}get draft(){return this.tab.get(`${this.#e}draft`)??``}set draft(e){this.tab.set(`${this.#e}draft`,e)}get seen(){return new Set(this.#t(`seen`))}addSeen(e){this.#n(`seen`,[...this.#t(`seen`).filter(t=>t!==e),e])}get followed(){return this.#t(`links`)}addFollowed(e){this.#n(`links`,[...this.#t(`links`).filter(t=>t!==e),e])}dropFollowed(e){this.#n(`links`,this.#t(`links`).filter(t=>t!==e))}#t(e){let t=Dt(this.tab.get(this.#e+e));return Array.isArray(t)?t.filter(e=>typeof e==`string`):[]}#n(e,t){this.tab.set(this.#e+e,JSON.stringify(t.slice(-50)))}};function Dt(e){if(e===null)return null;try{return JSON.parse(e)}catch(e){if(e instanceof SyntaxError)return null;throw e}}var Ot=/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;function kt(e,t){let n=e.trim().replace(`−`,`-`),r=At(t)===`,`,i=/^[+-]?\d{1,3}([.,])\d{3}$/.exec(n);if(i&&i[1]===`,`!==r||(n.includes(`.`)||(n=n.replace(`,`,`.`)),!Ot.test(n)))return null;let a=Number(n);return Number.isFinite(a)?a:null}function At(e){return new Intl.NumberFormat(e).formatToParts(1.5).find(e=>e.type===`decimal`)?.value??`.`}function jt(e){let t=new Date(e);if(Number.isNaN(t.getTime()))return null;let n=-t.getTimezoneOffset(),r=n<0?`-`:`+`,i=e=>String(Math.abs(e)).padStart(2,`0`),a=`${r}${i(Math.trunc(n/60))}:${i(n%60)}`;return(/T\d\d:\d\d$/.test(e)?`${e}:00`:e)+a}function Mt(e){if(!/(?:Z|[+-]\d\d:\d\d)$/i.test(e))return e.slice(0,16);let t=new Date(e);return Number.isNaN(t.getTime())?``:new Date(t.getTime()-t.getTimezoneOffset()*6e4).toISOString().slice(0,16)}function C(e,t){let n=String(t).replaceAll(`~`,`~0`).replaceAll(`/`,`~1`);return e===``?n:`${e}/${n}`}function w(e,t){return Number(e[t]??0)}function Nt(e){let t={};for(let n of e)T(t,C(``,n.name),n,n.value);return t}function T(t,n,r,i){if(r.type===`list`&&r.item){let e=Array.isArray(i)?i:[],a=Math.max(e.length,r.required?r.min_items??0:0);t[n]=String(a);for(let i=0;i<a;i+=1)T(t,C(n,i),r.item,i<e.length?e[i]:r.item.value)}else if(r.type===`group`){let a=e(i)?i:null,o=a!==null||r.fields.some(e=>e.value!==null);t[n]=r.required||o?`1`:`0`;for(let e of r.fields)T(t,C(n,e.name),e,a?.[e.name]??e.value)}else t[n]=Pt(r,i)}function Pt(n,r){return n.type===`json`?e(r)?JSON.stringify(r,null,2):``:n.type===`checkbox`?r===!0||r===`true`?`true`:`false`:t(r)?n.type===`select`?n.options.includes(r)?String(r):``:n.type===`datetime-local`?Mt(String(r)):String(r):``}function Ft(e,t,n){let r={...e};if(n.type===`group`)T(r,t,{...n,required:!0},null);else if(n.item){let i=w(e,t);r[t]=String(i+1),T(r,C(t,i),{...n.item,required:!0},n.item.value)}return r}function It(e,t,n){let r={};for(let[i,a]of Object.entries(e)){if(i===t||!i.startsWith(`${t}/`)){r[i]=a;continue}let[e,...o]=i.slice(t.length+1).split(`/`),s=Number(e);n!==null&&s!==n&&(r[[t,s>n?s-1:s,...o].join(`/`)]=a)}return r}function Lt(e,t,n=``){return e.flatMap(e=>{let r=C(n,e.name);return[r,...Rt(e,t,r)]})}function Rt(e,t,n){if(e.type===`group`)return Lt(e.fields,t,n);if(e.type!==`list`||!e.item)return[];let{item:r}=e;return Array.from({length:w(t,n)},(e,t)=>C(n,t)).flatMap(e=>[e,...Rt(r,t,e)])}function zt(e,t,n,r){let i={};return{args:new Bt(t,n,r,i).group(e,``),faults:i}}var Bt=class{values;labels;locale;faults;constructor(e,t,n,r){this.values=e,this.labels=t,this.locale=n,this.faults=r}group(e,t){let n=e.map(e=>[e.name,this.#e(e,C(t,e.name))]);return Object.fromEntries(n.filter(([,e])=>e!==void 0))}#e(e,t){let n=this.values[t]??``;if(e.type===`list`)return this.#t(e,t);if(e.type===`group`)return e.required||n===`1`?this.group(e.fields,t):void 0;if(e.type===`checkbox`)return n===`true`;if(n.trim()===``){e.required&&(this.faults[t]=this.labels.fieldRequired);return}let r=Vt(e,n,this.locale);return r===void 0&&(this.faults[t]=Ut(e,this.labels)),r}#t(e,t){let n=w(this.values,t),{item:r,min_items:i}=e;if(n!==0||e.required)return i!==null&&n<i&&(this.faults[t]=y(this.labels.rowsFewest,{count:i})),r?Array.from({length:n},(e,n)=>C(t,n)).map(e=>this.#e({...r,required:!0},e)):[]}};function Vt(e,t,n){switch(e.type){case`number`:return kt(t,n)??void 0;case`integer`:{let e=kt(t,n);return e!==null&&Number.isSafeInteger(e)?e:void 0}case`select`:return e.options.find(e=>String(e)===t);case`datetime-local`:return jt(t)??void 0;case`json`:return Ht(t);default:return t}}function Ht(t){try{let n=JSON.parse(t);return e(n)?n:void 0}catch(e){if(e instanceof SyntaxError)return;throw e}}function Ut(e,t){switch(e.type){case`integer`:return t.fieldInteger;case`number`:return t.fieldNumber;case`select`:return t.fieldChoice;case`json`:return t.fieldJson;default:return t.fieldDate}}var Wt=class{options;constructor(e){this.options=e}desk(e){return this.options.hub.state.desks[e.offer]??Ee}openForm(e){let t=this.desk(e).values,n={...Nt(e.fields),...t};this.#s(e,{open:!0,values:n,faults:{},reason:``})}closeForm(e){this.desk(e).busy||this.#s(e,{open:!1})}type(e,t,n){let{values:r,faults:i}=this.desk(e);this.#s(e,{values:{...r,[t]:n},faults:Gt(i,t)})}addRow(e,t,n){let{values:r,faults:i}=this.desk(e);this.#s(e,{values:Ft(r,t,n),faults:Gt(i,t)})}removeRow(e,t,n){let{values:r,faults:i}=this.desk(e),a=n===null?0:Number(r[t])-1;this.#s(e,{values:{...It(r,t,n),[t]:String(a)},faults:Gt(It(i,t,n),t)})}async submit(e){let{labels:t,locale:n}=this.options,{values:r}=this.desk(e),{args:i,faults:a}=zt(e.fields,r,t(),n());return Object.keys(a).length>0?(this.#s(e,{faults:a,reason:``}),!1):this.press(e,i)}async press(e,t={}){if(this.desk(e).busy)return!1;this.#s(e,{busy:!0,faults:{},reason:``});try{let{client:n,sleep:r,tools:i}=this.options,{handlers:a}=i.toSend(),o=await ze(()=>n.press(e.offer,t,a),r);return await this.#e(e,o),!0}catch(t){return this.#i(e,t),!1}}async follow(e){let{client:t,memory:n}=this.options;if(!(e.state===`done`||this.desk(e).busy)){this.#s(e,{busy:!0}),n.addFollowed(e.offer);try{await t.press(e.offer,{}),this.#r(e,await t.outcome(e.offer,{ok:!0}))}catch(t){if(!E(t))throw t;this.#o(e,`done`,this.options.labels().opened)}n.dropFollowed(e.offer)}}async reportFollowed(){let{client:e,memory:t}=this.options;for(let n of t.followed){t.dropFollowed(n);try{await e.outcome(n,{ok:!0})}catch(e){if(!E(e))throw e}}}async#e(e,t){if(t.state!==`reserved`){this.#r(e,t);return}if(await this.options.once.claim(e.offer)!==`ours`){this.#o(e,`unknown`,this.options.labels().mayHaveRun);return}let n=await this.#t(t.request),r=await this.#n(e,n);r?.state===`failed`&&this.options.once.release(e.offer),r&&t.request.kind===`href`&&this.options.navigate(t.request.url,t.request.new_tab)}async#t(e){switch(e.kind){case`fetch`:return We(e,this.options.door);case`handler`:return Ze(e,this.options.tools,this.options.door,new AbortController().signal);case`event`:return this.options.dispatchEvent(e.name,e.detail),{ok:!0};case`href`:return{ok:!0}}}async#n(e,t){let{client:n,sleep:r,labels:i}=this.options;try{let i=await ze(()=>n.outcome(e.offer,t),r);return this.#r(e,i),i}catch(t){if(!E(t))throw t;return this.#o(e,`unknown`,i().mayHaveRun),null}}#r(e,t){if(t.state===`reserved`)return;let{labels:n}=this.options,r=t.state===`failed`?n().pressFailed:n().done;this.#o(e,t.state,t.outcome||r)}#i(e,t){if(!E(t))throw t;let n=this.options.labels();if(t instanceof b&&t.code===`offer_closed`){this.#a(e,t);return}let r=t instanceof b?Kt(t,e,this.desk(e).values):{},{message:i}=Ie(t,n),a=Object.keys(r).length>0,o=t instanceof x?y(n.pressUnsent,{reason:i}):i;this.#s(e,{busy:!1,faults:r,reason:a?``:o})}#a(e,t){let n=this.options.labels(),r=t.details.outcome,i=typeof r==`string`&&r!==``?r:null;switch(t.details.state){case`done`:return this.#o(e,`done`,i??n.done);case`expired`:return this.#o(e,`expired`,i??n.offerExpired);default:return this.#o(e,`unknown`,i??n.mayHaveRun)}}#o(e,t,n){let{hub:r}=this.options;r.dispatch({type:`outcome`,offer:e.offer,state:t,outcome:n}),r.emit(`outcome`,{offer:e.offer,tool:e.tool,state:t,outcome:n})}#s(e,t){this.options.hub.dispatch({type:`desk`,offer:e.offer,desk:t})}};function E(e){return e instanceof b||e instanceof x}function Gt(e,t){let{[t]:n,...r}=e;return r}function Kt(t,n,r){let i=t.details.faults;if(!Array.isArray(i))return{};let a=new Set(Lt(n.fields,r)),o={};for(let t of i){if(!e(t))continue;let n=String(t.field);for(;!a.has(n)&&n.includes(`/`);)n=n.slice(0,n.lastIndexOf(`/`));a.has(n)&&(o[n]??=String(t.message))}return o}var qt=class{shared;tab;lock;#e=new Set;constructor(e,t,n){this.shared=e,this.tab=t,this.lock=n}async claim(e){return this.#e.has(e)?`taken`:(this.#e.add(e),await this.lock(`docsteward:once`,()=>Promise.resolve(this.#t(e)))??`taken`)}#t(e){let t=this.#n(),n=t.find(t=>t.id===e);return n?n.tab===this.tab?`lost`:`taken`:(this.#r([...t,{id:e,tab:this.tab}]),`ours`)}settle(e){this.#r(this.#n().map(t=>t.id===e?{id:e,tab:``}:t))}release(e){this.#e.delete(e),this.#r(this.#n().filter(t=>t.id!==e))}#n(){try{let e=JSON.parse(this.shared.get(`docsteward:once`)??`[]`);return Array.isArray(e)?e.filter(Jt):[]}catch(e){if(e instanceof SyntaxError)return[];throw e}}#r(e){this.shared.set(`docsteward:once`,JSON.stringify(e.slice(-200)))}};function Jt(t){return e(t)&&typeof t.id==`string`&&typeof t.tab==`string`}function Yt(e){return e?async(t,n)=>e.request(t,()=>n()):(e,t)=>t()}var Xt=2e4,Zt=24,Qt=200,$t=[`name`,`title`,`description`,`inputSchema`,`annotations`],en=class{warn;#e=[];#t=[];#n=new Set;constructor(e){this.warn=e}configure(e){if(!Array.isArray(e))return this.tell(`tools must be a list, not ${D(e)}.`);this.#e=e.flatMap(e=>this.#r(e)).slice(0,Zt)}register(e,t){if(typeof e!=`string`||e===``||typeof t!=`function`)return this.tell(`registerTool needs a name and a function, not ${D(e)} and ${D(t)}.`),()=>void 0;let n={name:e,handler:t};return this.#t.push(n),()=>{let e=this.#t.indexOf(n);e>=0&&this.#t.splice(e,1)}}find(e){return this.#t.findLast(t=>t.name===e)?.handler??this.#e.find(t=>t.wire.name===e)?.execute}ask(t,n){let r=this.#e.find(e=>e.wire.name===t)?.asks;if(!r)return``;try{let t=r(structuredClone(n)),i=e(t)?t.label:t;return typeof i==`string`?i.slice(0,Qt):``}catch(e){return this.tell(`the confirmation of ${D(t)} failed.`,e),``}}toSend(){let e=[...new Set(this.#t.map(e=>e.name.slice(0,200)))].slice(0,60);return{...this.#e.length>0?{page_tools:this.#e.map(e=>e.wire)}:{},...e.length>0?{handlers:e}:{}}}tell(e,t){this.#n.has(e)||(this.#n.add(e),this.warn(`Docsteward: ${e}`,t))}clear(){this.#e=[],this.#t.length=0}#r(t){let n=e(t)&&typeof t.name==`string`?t.name:``;if(!e(t)||n===``||typeof t.execute!=`function`)return this.tell(`the tool ${D(n||t)} needs a name and an execute function; it is left out.`),[];let r=tn(t);if(r===null){let e=`at most ${Xt} characters of JSON`;return this.tell(`the tool ${D(n)} is left out: its definition must be ${e}.`),[]}return[{wire:r,execute:t.execute,asks:nn(t.confirmation)}]}};function tn(e){let t={};for(let n of $t)e[n]!==void 0&&(t[n]=e[n]);let n=rn(e.confirmation);n!==void 0&&(t.confirmation=n);try{let e=JSON.stringify(t);return e.length>Xt?null:JSON.parse(e)}catch(e){if(e instanceof TypeError||e instanceof RangeError)return null;throw e}}function nn(t){let n=e(t)?t.label:t;return typeof n==`function`?n:null}function rn(t){if(typeof t==`function`)return{computed:!0};if(!e(t)||typeof t.label!=`function`)return t;let{label:n,...r}=t;return{...r,computed:!0}}function D(e){try{return(JSON.stringify(e)??String(e)).slice(0,80)}catch(t){if(t instanceof TypeError||t instanceof RangeError)return typeof e;throw t}}function an(e,t,n){if(e!==`auto`)return e;let r=t.trim();return r===`dark`||r===`only dark`?`dark`:r===`light`||r===`only light`?`light`:n?`dark`:`light`}function on(e,t){let n=e.matchMedia(`(prefers-color-scheme: dark)`);n.addEventListener(`change`,t);let r=new e.MutationObserver(t),i=[`class`,`style`,`dir`,`lang`,`data-theme`,`data-md-color-scheme`];return r.observe(e.document.documentElement,{attributes:!0,attributeFilter:i}),e.document.body&&r.observe(e.document.body,{attributes:!0,attributeFilter:i}),()=>{n.removeEventListener(`change`,t),r.disconnect()}}var sn=class{#e;#t=null;constructor(e){this.#e=e}chat(e,t){let n={id:e.conversation,messages:[{id:e.message,role:`user`,parts:[{type:`text`,text:e.text}]}],page:e.page,...e.quote?{quote:e.quote}:{},...e.brought};return this.#r(`/chat`,{method:`POST`,body:n,signal:t})}events(e,t,n){let r=t===null?{}:{"Last-Event-ID":t};return this.#r(`/turns/${encodeURIComponent(e)}/events`,{method:`GET`,headers:r,signal:n})}async stop(e){await this.#r(`/turns/${encodeURIComponent(e)}/stop`,{method:`POST`})}async conversation(e){let t=`/conversations/${encodeURIComponent(e)}`;return await this.#n(t,{method:`GET`})}async report(e,t){await this.#n(`/calls/${encodeURIComponent(e)}`,{method:`POST`,body:t})}async decide(e,t,n){let r=`/calls/${encodeURIComponent(e)}/decision`;return await this.#n(r,{method:`POST`,body:{approve:t,reason:n}})}async press(e,t,n){let r=`/offers/${encodeURIComponent(e)}/press`,i={method:`POST`,body:{args:t,handlers:n},keepalive:!0};return await this.#n(r,i)}async outcome(e,t){let n=`/offers/${encodeURIComponent(e)}/outcome`;return await this.#n(n,{method:`POST`,body:t})}async#n(e,t){return(await this.#r(e,t)).json()}async#r(e,t){let n=await this.#i(),r={...t.headers,Authorization:`Bearer ${n.token}`};try{return await this.#o(e,{...t,headers:r})}catch(e){throw e instanceof b&&e.status===401&&this.#e.sessions.save(null),e}}async#i(){let e=this.#e.sessions.load();return e&&Date.parse(e.expires)>this.#e.now()?e:(this.#t??=this.#a().finally(()=>{this.#t=null}),this.#t)}async#a(){let t={key:this.#e.key},n=await(await this.#o(`/session`,{method:`POST`,body:t})).json();if(!e(n)||typeof n.token!=`string`)throw new b(200,`unreadable`,``,{});let r=e(n.assistant)?n.assistant.name:``,i={token:n.token,expires:String(n.expires_at),assistant:typeof r==`string`?r:``};return this.#e.sessions.save(i),i}async#o(e,t){let n={method:t.method,credentials:`omit`,cache:`no-store`,headers:{...t.headers}};t.body!==void 0&&(n.body=JSON.stringify(t.body),n.headers={...t.headers,"Content-Type":`application/json`}),t.signal&&(n.signal=t.signal),t.keepalive&&(n.keepalive=!0);let r=await this.#s(`${this.#e.origin}/api/v1${e}`,n);if(!r.ok)throw await Ne(r);return r}async#s(e,t){try{return await this.#e.fetch(e,t)}catch(e){throw t.signal?.aborted||!(e instanceof TypeError)?e:new x(await this.#c())}}async#c(){if(!this.#e.online())return`offline`;try{let e=`${this.#e.origin}/widget.js`;return await this.#e.fetch(e,{method:`HEAD`,mode:`no-cors`,cache:`no-store`}),`blocked`}catch(e){if(!(e instanceof TypeError))throw e;return`unreachable`}}},cn={greeting:``,suggestions:[],assistantName:``,theme:`auto`,labels:{}},ln=class{env;hub;memory;client;tools;chat;offers;approvals;settings=cn;hidden=!1;#e=new Set;#t;constructor(e,t,n,r=null){this.env=e;let{newId:i,sleep:a,fetch:o}=e;this.#t=r,this.hub=new Fe(e.warn),this.memory=new Et(n,e.site,e.tab,i);let{hub:s,memory:c}=this;this.client=new sn({origin:t,key:n,sessions:c,fetch:o,online:e.online,now:e.now});let{client:l}=this,u=new qt(e.site,c.tabId,e.lock),d=()=>this.labels,f=()=>this.page(),p={fetch:o,page:()=>f().url,after:e.after,warn:e.warn};this.tools=new en(e.warn);let{tools:m}=this,h=new it({client:l,tools:m,once:u,door:p,sleep:a,onUnsent:e=>{let t={code:`report`,message:d().reportFailed};s.dispatch({type:`problem`,key:e,problem:t})}});this.chat=new Tt({hub:s,client:l,memory:c,calls:h,tools:m,labels:d,page:f,newId:i,sleep:a,watch:e.after}),this.approvals=new Ve({hub:s,client:l,calls:h,tools:m,labels:d,sleep:a}),this.offers=new Wt({hub:s,client:l,memory:c,once:u,door:p,tools:m,labels:d,sleep:a,locale:()=>this.language(),dispatchEvent:e.dispatchEvent,navigate:e.navigate}),s.watch(()=>this.#n())}get labels(){return{...Me,...this.settings.labels}}get title(){return this.settings.assistantName||this.memory.load()?.assistant||this.labels.title}configure(e){this.settings={...this.settings,...e},this.#n()}setHidden(e){this.hidden=e,this.#n()}findApproval(e){return this.hub.state.turns.flatMap(e=>e.approvals).find(t=>t.call===e)}findOffer(e){return this.hub.state.turns.flatMap(e=>e.offers).find(t=>t.offer===e)}watch(e){return this.#e.add(e),()=>this.#e.delete(e)}opened(){this.hub.emit(`open`,{}),this.chat.restore()}closed(){this.hub.emit(`close`,{})}page(){let{document:e,location:t}=this.env.window;return{url:t.href,title:e.title}}language(){let{document:e,navigator:t}=this.env.window,n=e.documentElement.lang||t.language;return dn(n)?n:`en`}look(){let{window:e}=this.env,t=e.getComputedStyle(e.document.documentElement),n=e.matchMedia(`(prefers-color-scheme: dark)`).matches;return{theme:an(this.settings.theme,un(e),n),direction:t.direction===`rtl`?`rtl`:`ltr`}}isSheet(){return this.env.window.matchMedia(`(max-width: 640px)`).matches}fitViewport(e){let t=this.env.window.visualViewport;if(!this.#t||!t||!e)return;let n=`${Math.round(t.height)}px`,r=`${Math.round(t.offsetTop)}px`;this.#t.replaceSync(`:host { --_height: ${n}; --_top: ${r}; }`)}changed(){this.#n()}dispose(){this.chat.dispose(),this.tools.clear(),this.hub.clear(),this.#e.clear()}#n(){for(let e of this.#e)e()}};function un(e){let{body:t,documentElement:n}=e.document,r=t?e.getComputedStyle(t).colorScheme:``;return r&&r!==`normal`?r:e.getComputedStyle(n).colorScheme}function dn(e){try{return Intl.getCanonicalLocales(e).length>0}catch(e){if(e instanceof RangeError)return!1;throw e}}var fn=globalThis,pn=fn.ShadowRoot&&(fn.ShadyCSS===void 0||fn.ShadyCSS.nativeShadow)&&`adoptedStyleSheets`in Document.prototype&&`replace`in CSSStyleSheet.prototype,mn=Symbol(),hn=new WeakMap,gn=class{constructor(e,t,n){if(this._$cssResult$=!0,n!==mn)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(pn&&e===void 0){let n=t!==void 0&&t.length===1;n&&(e=hn.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),n&&hn.set(t,e))}return e}toString(){return this.cssText}},_n=e=>new gn(typeof e==`string`?e:e+``,void 0,mn),vn=(e,...t)=>new gn(e.length===1?e[0]:t.reduce((t,n,r)=>t+(e=>{if(!0===e._$cssResult$)return e.cssText;if(typeof e==`number`)return e;throw Error(`Value passed to 'css' function must be a 'css' function result: `+e+`. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.`)})(n)+e[r+1],e[0]),e,mn),yn=(e,t)=>{if(pn)e.adoptedStyleSheets=t.map(e=>e instanceof CSSStyleSheet?e:e.styleSheet);else for(let n of t){let t=document.createElement(`style`),r=fn.litNonce;r!==void 0&&t.setAttribute(`nonce`,r),t.textContent=n.cssText,e.appendChild(t)}},bn=pn?e=>e:e=>e instanceof CSSStyleSheet?(e=>{let t=``;for(let n of e.cssRules)t+=n.cssText;return _n(t)})(e):e,{is:xn,defineProperty:Sn,getOwnPropertyDescriptor:Cn,getOwnPropertyNames:wn,getOwnPropertySymbols:Tn,getPrototypeOf:En}=Object,Dn=globalThis,On=Dn.trustedTypes,kn=On?On.emptyScript:``,An=Dn.reactiveElementPolyfillSupport,O=(e,t)=>e,jn={toAttribute(e,t){switch(t){case Boolean:e=e?kn:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let n=e;switch(t){case Boolean:n=e!==null;break;case Number:n=e===null?null:Number(e);break;case Object:case Array:try{n=JSON.parse(e)}catch{n=null}}return n}},Mn=(e,t)=>!xn(e,t),Nn={attribute:!0,type:String,converter:jn,reflect:!1,useDefault:!1,hasChanged:Mn};Symbol.metadata??=Symbol(`metadata`),Dn.litPropertyMetadata??=new WeakMap;var k=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=Nn){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let n=Symbol(),r=this.getPropertyDescriptor(e,n,t);r!==void 0&&Sn(this.prototype,e,r)}}static getPropertyDescriptor(e,t,n){let{get:r,set:i}=Cn(this.prototype,e)??{get(){return this[t]},set(e){this[t]=e}};return{get:r,set(t){let a=r?.call(this);i?.call(this,t),this.requestUpdate(e,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??Nn}static _$Ei(){if(this.hasOwnProperty(O(`elementProperties`)))return;let e=En(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(O(`finalized`)))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(O(`properties`))){let e=this.properties,t=[...wn(e),...Tn(e)];for(let n of t)this.createProperty(n,e[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[e,n]of t)this.elementProperties.set(e,n)}this._$Eh=new Map;for(let[e,t]of this.elementProperties){let n=this._$Eu(e,t);n!==void 0&&this._$Eh.set(n,e)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let n=new Set(e.flat(1/0).reverse());for(let e of n)t.unshift(bn(e))}else e!==void 0&&t.push(bn(e));return t}static _$Eu(e,t){let n=t.attribute;return!1===n?void 0:typeof n==`string`?n:typeof e==`string`?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let n of t.keys())this.hasOwnProperty(n)&&(e.set(n,this[n]),delete this[n]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return yn(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,n){this._$AK(e,n)}_$ET(e,t){let n=this.constructor.elementProperties.get(e),r=this.constructor._$Eu(e,n);if(r!==void 0&&!0===n.reflect){let i=(n.converter?.toAttribute===void 0?jn:n.converter).toAttribute(t,n.type);this._$Em=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this._$Em=null}}_$AK(e,t){let n=this.constructor,r=n._$Eh.get(e);if(r!==void 0&&this._$Em!==r){let e=n.getPropertyOptions(r),i=typeof e.converter==`function`?{fromAttribute:e.converter}:e.converter?.fromAttribute===void 0?jn:e.converter;this._$Em=r;let a=i.fromAttribute(t,e.type);this[r]=a??this._$Ej?.get(r)??a,this._$Em=null}}requestUpdate(e,t,n,r=!1,i){if(e!==void 0){let a=this.constructor;if(!1===r&&(i=this[e]),n??=a.getPropertyOptions(e),!((n.hasChanged??Mn)(i,t)||n.useDefault&&n.reflect&&i===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,n))))return;this.C(e,t,n)}!1===this.isUpdatePending&&(this._$ES=this._$EP())}C(e,t,{useDefault:n,reflect:r,wrapped:i},a){n&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,a??t??this[e]),!0!==i||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||n||(t=void 0),this._$AL.set(e,t)),!0===r&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(e){Promise.reject(e)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[e,t]of this._$Ep)this[e]=t;this._$Ep=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[t,n]of e){let{wrapped:e}=n,r=this[t];!0!==e||this._$AL.has(t)||r===void 0||this.C(t,void 0,n,r)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(e=>e.hostUpdate?.()),this.update(t)):this._$EM()}catch(t){throw e=!1,this._$EM(),t}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(e=>e.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(e=>this._$ET(e,this[e])),this._$EM()}updated(e){}firstUpdated(e){}};k.elementStyles=[],k.shadowRootOptions={mode:`open`},k[O(`elementProperties`)]=new Map,k[O(`finalized`)]=new Map,An?.({ReactiveElement:k}),(Dn.reactiveElementVersions??=[]).push(`2.1.2`);var Pn=globalThis,Fn=e=>e,In=Pn.trustedTypes,Ln=In?In.createPolicy(`lit-html`,{createHTML:e=>e}):void 0,Rn=`$lit$`,A=`lit$${Math.random().toFixed(9).slice(2)}$`,zn=`?`+A,Bn=`<${zn}>`,j=document,M=()=>j.createComment(``),N=e=>e===null||typeof e!=`object`&&typeof e!=`function`,Vn=Array.isArray,Hn=e=>Vn(e)||typeof e?.[Symbol.iterator]==`function`,Un=`[ 	
\f\r]`,P=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Wn=/-->/g,Gn=/>/g,F=RegExp(`>|${Un}(?:([^\\s"'>=/]+)(${Un}*=${Un}*(?:[^ \t\n\f\r"'\`<>=]|("|')|))|$)`,`g`),Kn=/'/g,qn=/"/g,Jn=/^(?:script|style|textarea|title)$/i,I=(e=>(t,...n)=>({_$litType$:e,strings:t,values:n}))(1),L=Symbol.for(`lit-noChange`),R=Symbol.for(`lit-nothing`),Yn=new WeakMap,z=j.createTreeWalker(j,129);function Xn(e,t){if(!Vn(e)||!e.hasOwnProperty(`raw`))throw Error(`invalid template strings array`);return Ln===void 0?t:Ln.createHTML(t)}var Zn=(e,t)=>{let n=e.length-1,r=[],i,a=t===2?`<svg>`:t===3?`<math>`:``,o=P;for(let t=0;t<n;t++){let n=e[t],s,c,l=-1,u=0;for(;u<n.length&&(o.lastIndex=u,c=o.exec(n),c!==null);)u=o.lastIndex,o===P?c[1]===`!--`?o=Wn:c[1]===void 0?c[2]===void 0?c[3]!==void 0&&(o=F):(Jn.test(c[2])&&(i=RegExp(`</`+c[2],`g`)),o=F):o=Gn:o===F?c[0]===`>`?(o=i??P,l=-1):c[1]===void 0?l=-2:(l=o.lastIndex-c[2].length,s=c[1],o=c[3]===void 0?F:c[3]===`"`?qn:Kn):o===qn||o===Kn?o=F:o===Wn||o===Gn?o=P:(o=F,i=void 0);let d=o===F&&e[t+1].startsWith(`/>`)?` `:``;a+=o===P?n+Bn:l>=0?(r.push(s),n.slice(0,l)+Rn+n.slice(l)+A+d):n+A+(l===-2?t:d)}return[Xn(e,a+(e[n]||`<?>`)+(t===2?`</svg>`:t===3?`</math>`:``)),r]},Qn=class e{constructor({strings:t,_$litType$:n},r){let i;this.parts=[];let a=0,o=0,s=t.length-1,c=this.parts,[l,u]=Zn(t,n);if(this.el=e.createElement(l,r),z.currentNode=this.el.content,n===2||n===3){let e=this.el.content.firstChild;e.replaceWith(...e.childNodes)}for(;(i=z.nextNode())!==null&&c.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let e of i.getAttributeNames())if(e.endsWith(Rn)){let t=u[o++],n=i.getAttribute(e).split(A),r=/([.?@])?(.*)/.exec(t);c.push({type:1,index:a,name:r[2],strings:n,ctor:r[1]===`.`?er:r[1]===`?`?tr:r[1]===`@`?nr:H}),i.removeAttribute(e)}else e.startsWith(A)&&(c.push({type:6,index:a}),i.removeAttribute(e));if(Jn.test(i.tagName)){let e=i.textContent.split(A),t=e.length-1;if(t>0){i.textContent=In?In.emptyScript:``;for(let n=0;n<t;n++)i.append(e[n],M()),z.nextNode(),c.push({type:2,index:++a});i.append(e[t],M())}}}else if(i.nodeType===8){if(i.data===zn)c.push({type:2,index:a});else{let e=-1;for(;(e=i.data.indexOf(A,e+1))!==-1;)c.push({type:7,index:a}),e+=A.length-1}}a++}}static createElement(e,t){let n=j.createElement(`template`);return n.innerHTML=e,n}};function B(e,t,n=e,r){if(t===L)return t;let i=r===void 0?n._$Cl:n._$Co?.[r],a=N(t)?void 0:t._$litDirective$;return i?.constructor!==a&&(i?._$AO?.(!1),a===void 0?i=void 0:(i=new a(e),i._$AT(e,n,r)),r===void 0?n._$Cl=i:(n._$Co??=[])[r]=i),i!==void 0&&(t=B(e,i._$AS(e,t.values),i,r)),t}var $n=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:n}=this._$AD,r=(e?.creationScope??j).importNode(t,!0);z.currentNode=r;let i=z.nextNode(),a=0,o=0,s=n[0];for(;s!==void 0;){if(a===s.index){let t;s.type===2?t=new V(i,i.nextSibling,this,e):s.type===1?t=new s.ctor(i,s.name,s.strings,this,e):s.type===6&&(t=new rr(i,this,e)),this._$AV.push(t),s=n[++o]}a!==s?.index&&(i=z.nextNode(),a++)}return z.currentNode=j,r}p(e){let t=0;for(let n of this._$AV)n!==void 0&&(n.strings===void 0?n._$AI(e[t]):(n._$AI(e,n,t),t+=n.strings.length-2)),t++}},V=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,n,r){this.type=2,this._$AH=R,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=n,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=B(this,e,t),N(e)?e===R||e==null||e===``?(this._$AH!==R&&this._$AR(),this._$AH=R):e!==this._$AH&&e!==L&&this._(e):e._$litType$===void 0?e.nodeType===void 0?Hn(e)?this.k(e):this._(e):this.T(e):this.$(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==R&&N(this._$AH)?this._$AA.nextSibling.data=e:this.T(j.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:n}=e,r=typeof n==`number`?this._$AC(e):(n.el===void 0&&(n.el=Qn.createElement(Xn(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===r)this._$AH.p(t);else{let e=new $n(r,this),n=e.u(this.options);e.p(t),this.T(n),this._$AH=e}}_$AC(e){let t=Yn.get(e.strings);return t===void 0&&Yn.set(e.strings,t=new Qn(e)),t}k(t){Vn(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let a of t)i===n.length?n.push(r=new e(this.O(M()),this.O(M()),this,this.options)):r=n[i],r._$AI(a),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let t=Fn(e).nextSibling;Fn(e).remove(),e=t}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},H=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,n,r,i){this.type=1,this._$AH=R,this._$AN=void 0,this.element=e,this.name=t,this._$AM=r,this.options=i,n.length>2||n[0]!==``||n[1]!==``?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=R}_$AI(e,t=this,n,r){let i=this.strings,a=!1;if(i===void 0)e=B(this,e,t,0),a=!N(e)||e!==this._$AH&&e!==L,a&&(this._$AH=e);else{let r=e,o,s;for(e=i[0],o=0;o<i.length-1;o++)s=B(this,r[n+o],t,o),s===L&&(s=this._$AH[o]),a||=!N(s)||s!==this._$AH[o],s===R?e=R:e!==R&&(e+=(s??``)+i[o+1]),this._$AH[o]=s}a&&!r&&this.j(e)}j(e){e===R?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??``)}},er=class extends H{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===R?void 0:e}},tr=class extends H{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==R)}},nr=class extends H{constructor(e,t,n,r,i){super(e,t,n,r,i),this.type=5}_$AI(e,t=this){if((e=B(this,e,t,0)??R)===L)return;let n=this._$AH,r=e===R&&n!==R||e.capture!==n.capture||e.once!==n.once||e.passive!==n.passive,i=e!==R&&(n===R||r);r&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH==`function`?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},rr=class{constructor(e,t,n){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(e){B(this,e)}},ir={M:Rn,P:A,A:zn,C:1,L:Zn,R:$n,D:Hn,V:B,I:V,H,N:tr,U:nr,B:er,F:rr},ar=Pn.litHtmlPolyfillSupport;ar?.(Qn,V),(Pn.litHtmlVersions??=[]).push(`3.3.3`);var or=(e,t,n)=>{let r=n?.renderBefore??t,i=r._$litPart$;if(i===void 0){let e=n?.renderBefore??null;r._$litPart$=i=new V(t.insertBefore(M(),e),e,void 0,n??{})}return i._$AI(e),i},sr=globalThis,U=class extends k{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=or(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return L}};U._$litElement$=!0,U.finalized=!0,sr.litElementHydrateSupport?.({LitElement:U});var cr=sr.litElementPolyfillSupport;cr?.({LitElement:U}),(sr.litElementVersions??=[]).push(`4.2.2`);function lr(e){return e.map(ur).filter(Boolean).join(`
`)}function ur(e){switch(e.kind){case`paragraph`:case`heading`:return dr(e.children);case`code`:return e.text;case`quote`:return lr(e.blocks);case`rule`:return``;case`list`:return e.items.map(e=>lr(e.blocks)).join(`
`);case`table`:return[e.head,...e.rows].map(e=>e.map(dr).join(`, `)).join(`
`)}}function dr(e){return e.map((t,n)=>e[n+1]?.kind===`marker`?fr(t).trimEnd():fr(t)).join(``)}function fr(e){switch(e.kind){case`text`:case`code`:return e.text;case`break`:return`
`;case`marker`:case`doubt`:return``;default:return dr(e.children)}}function W(e){return I`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path
      d=${e}
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`}var pr=()=>W(`M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5L6 17.5v-3H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5ZM7 8.2h6M7 11h4`),mr=()=>W(`M5 5l10 10M15 5L5 15`),hr=()=>W(`M9 4H5a1.5 1.5 0 0 0-1.5 1.5V15A1.5 1.5 0 0 0 5 16.500h9.500A1.5 1.5 0 0 0 16 15v-4M8 12l.6-2.6 6.5-6.5 2 2-6.5 6.500L8 12Z`),gr=()=>W(`M10 16V4.500M5 9.300l5-5 5 5`),_r=()=>I`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <rect x="5" y="5" width="10" height="10" rx="2" fill="currentColor" />
  </svg>`,vr=()=>W(`M7 7V4.500A1 1 0 0 1 8 3.500h7.500a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H13M4.5 7H12a1 1 0 0 1 1 1v7.500a1 1 0 0 1-1 1H4.500a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z`),G=()=>W(`M4 10.500l4 4 8-9`),yr=()=>W(`M16 10a6 6 0 1 1-1.8-4.300M16 3.500v3h-3`),br=()=>W(`M10 4v12M5 11l5 5 5-5`),xr=()=>W(`M4 10h12M11 5l5 5-5 5`),Sr=()=>W(`M7 5h8v8M15 5L5.5 14.5`),Cr=()=>W(`M5.5 8l4.5 4.500L14.5 8`),K=()=>W(`M10 9v5M10 6.200v.1M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z`);function wr(e,t,n=``){return t.map(t=>Er(e,t,C(n,t.name)))}function Tr(e,t){return`field-${e.offer}-${t}`}function Er(e,t,n){return t.type===`list`?Dr(e,t,n):t.type===`group`?kr(e,t,n):Mr(e,t,n)}function Dr(e,t,n){let{labels:r}=e.view,i=w(e.desk.values,n);return jr(e,t,n,I`${Array.from({length:i},(r,i)=>Or(e,t,n,i))}${Ar(e,t,n,t.max_items!==null&&i>=t.max_items)}`,zr(t.min_items,t.max_items),r.required)}function Or(e,t,n,r){let{labels:i,desk:a}=e.view,{item:o}=t,s=y(i.rowName,{label:o?.label||t.label,number:r+1}),c=t.required&&w(e.desk.values,n)<=(t.min_items??0)?R:I`<button class="quiet drop" type="button" ?disabled=${e.desk.busy}
        aria-label=${y(i.removeName,{label:s})} @click=${()=>a.removeRow(e.offer.offer,n,r,s)}>
        ${i.remove}
      </button>`;return I`<div class="row">${o&&Er(e,{...o,label:s,required:!0},C(n,r))}${c}</div>`}function kr(e,t,n){let{labels:r,desk:i}=e.view;if(!(t.required||w(e.desk.values,n)>0))return jr(e,t,n,Ar(e,t,n,!1),``,``);let a=t.required?R:I`<button class="quiet drop" type="button" ?disabled=${e.desk.busy}
        aria-label=${y(r.removeName,{label:t.label})} @click=${()=>i.removeRow(e.offer.offer,n,null,t.label)}>
        ${r.remove}
      </button>`;return jr(e,t,n,I`${wr(e,t.fields,n)}${a}`,``,r.required)}function Ar(e,t,n,r){let{labels:i,desk:a}=e.view,o=y(i.addName,{label:t.label});return I`<button class="quiet add" type="button" ?disabled=${r||e.desk.busy}
    aria-label=${o} @click=${()=>a.addRow(e.offer.offer,n,t)}>
    ${i.add}
  </button>`}function jr(e,t,n,r,i,a){let o=Tr(e.offer,n),{described:s,notes:c}=Pr(e,o,n,i);return I`<fieldset class="field set" id=${o} tabindex="-1" aria-describedby=${s} data-invalid=${e.desk.faults[n]?`true`:R}>
    <legend dir="auto">${t.label}${t.required?Nr(a):R}</legend>
    ${c}${r}
  </fieldset>`}function Mr(e,t,n){let r=Tr(e.offer,n),{described:i,notes:a}=Pr(e,r,n,zr(t.minimum,t.maximum)),o=Fr(e,t,n,i),s=I`<label for=${r} dir="auto">${t.label}${t.required?Nr(e.view.labels.required):R}</label>`;return I`<div class=${t.type===`checkbox`?`field check`:`field`}>
    ${t.type===`checkbox`?I`${o}${s}`:I`${s}${o}`}${a}
  </div>`}function Nr(e){return I`<span class="mark" aria-hidden="true">*</span><span class="sr"> ${e}</span>`}function Pr(e,t,n,r){let i=e.desk.faults[n]??``,a=[r&&`${t}-help`,i&&`${t}-fault`].filter(Boolean).join(` `),o=I`${r?I`<p class="help" id="${t}-help">${r}</p>`:R}
    ${i?I`<p class="fault" id="${t}-fault">${K()}<span dir="auto">${i}</span></p>`:R}`;return{described:a||R,notes:o}}function Fr(e,t,n,r){let{view:i,offer:a,desk:o}=e,s=e=>{let r=e.target;i.offers.type(a,n,t.type===`checkbox`?String(r.checked):r.value)},c=Tr(a,n),l=o.values[n]??``,u=o.faults[n]?`true`:R,d=t.required?`true`:R;switch(t.type){case`checkbox`:return I`<input id=${c} name=${n} type="checkbox" .checked=${l===`true`}
        aria-describedby=${r} aria-invalid=${u} @change=${s} />`;case`select`:return I`<select id=${c} name=${n} .value=${l} @change=${s}
        aria-describedby=${r} aria-invalid=${u} aria-required=${d}>
        <option value="" ?selected=${l===``}>${i.labels.choose}</option>
        ${t.options.map(e=>I`<option value=${String(e)} ?selected=${String(e)===l}>${String(e)}</option>`)}
      </select>`;case`json`:case`textarea`:return I`<textarea id=${c} name=${n} rows="4" dir=${t.type===`json`?`ltr`:`auto`} .value=${l} @input=${s}
        aria-describedby=${r} aria-invalid=${u} aria-required=${d}></textarea>`;default:return I`<input id=${c} name=${n} type=${Ir(t)} dir="auto"
        inputmode=${Lr(t)} autocomplete=${Rr(t)} .value=${l} @input=${s}
        aria-describedby=${r} aria-invalid=${u} aria-required=${d} />`}}function Ir(e){return[`date`,`time`,`datetime-local`,`email`,`url`].includes(e.type)?e.type:`text`}function Lr(e){return e.type===`integer`?(e.minimum??-1)>=0?`numeric`:R:e.type===`number`?`decimal`:R}function Rr(e){return e.type===`email`?`email`:`off`}function zr(e,t){return e!==null&&t!==null?`${e} – ${t}`:e===null?t===null?``:`≤ ${t}`:`≥ ${e}`}function Br(e,t,n,r){let{labels:i}=e,a=n=>{n.preventDefault(),e.desk.submitForm(t.offer)},o=`form-${t.offer}`;return I`<form class="card" novalidate aria-labelledby=${o} @submit=${a} @keydown=${Vr}>
    <h4 id=${o} dir="auto">${t.title||t.label}</h4>
    ${Ur(e,n,r)}
    ${wr({view:e,offer:t,desk:n},t.fields)}
    <div class="buttons">
      <button class="primary" type="submit" ?disabled=${n.busy}>
        ${n.busy?I`<span class="spinner" role="img" aria-label=${i.working}></span>`:R}
        <span dir="auto">${t.label}</span>
      </button>
      <button class="quiet" type="button" ?disabled=${n.busy} @click=${()=>e.desk.showForm(t.offer,!1)}>
        ${i.cancel}
      </button>
    </div>
  </form>`}function Vr(e){e.key===`Enter`&&(e.isComposing||e.keyCode===229)&&e.preventDefault()}function Hr(e,t){let n=Object.keys(t.faults).length;return n===0?``:n===1?e.labels.faultsOne:y(e.labels.faultsMany,{count:n})}function Ur(e,t,n){let r=Hr(e,t)||n;return r===``?R:I`<p class="reason">${K()}<span dir="auto">${r}</span></p>`}function Wr(e){return e.key===`Enter`&&!e.isComposing&&e.keyCode!==229}function Gr(e,t){return t.approvals.length===0?R:I`<div class="offers">${t.approvals.map(n=>Kr(e,t,n))}</div>`}function Kr(e,t,n){let r=`ask-${n.call}`;return I`<section class="card approval" role="group" aria-labelledby=${r} data-approval=${n.call}
    data-state=${n.state}>
    <h4 id=${r} dir="auto" tabindex="-1" data-focus>${e.approvals.words(n)}</h4>
    ${n.context.map(e=>I`<p class="help" dir="auto">${e}</p>`)}
    ${n.rows.length===0?R:I`<dl>
          ${n.rows.map(e=>I`<div><dt dir="auto">${e.name}</dt> <dd dir="auto">${e.value}</dd></div>`)}
        </dl>`}
    ${n.state===`waiting`&&t.live?qr(e,t,n):Yr(e.labels,n)}
  </section>`}function qr(e,t,n){let{labels:r,approvals:i}=e,a=i.desk(n),o=r=>()=>e.desk.decide(t.key,n.call,r);return I`${a.open?Jr(e,n,o(!1)):R}
    <div class="buttons">
      <button class="primary" type="button" ?disabled=${a.busy} @click=${o(!0)}>
        ${r.approve}${a.busy?I`<span class="spinner" role="img" aria-label=${r.working}></span>`:R}
      </button>
      <button class="quiet" type="button" ?disabled=${a.busy} @click=${o(!1)}>${r.decline}</button>
      ${a.open?R:I`<button class="quiet" type="button" ?disabled=${a.busy} @click=${()=>e.desk.askWhy(n.call)}>
            ${r.declineWhy}
          </button>`}
    </div>
    ${a.reason?I`<p class="reason">${K()}<span dir="auto">${a.reason}</span></p>`:R}`}function Jr(e,t,n){let r=`why-${t.call}`,{approvals:i,labels:a}=e;return I`<div class="field">
    <label for=${r}>${a.declineReason}</label>
    <input id=${r} type="text" maxlength="500" dir="auto" .value=${i.desk(t).values.reason??``}
      @input=${e=>i.type(t,e.target.value)}
      @keydown=${e=>{Wr(e)&&n()}} />
  </div>`}function Yr(e,t){let n=t.state===`done`||t.state===`approved`;return I`<p class="reason ${n?`good`:``}">
    ${n?G():K()}<span>${Xr(e,t.state)}</span>
  </p>`}function Xr(e,t){switch(t){case`waiting`:return e.approvalWaits;case`approved`:return e.approvalGiven;case`done`:return e.done;case`declined`:return e.declined;case`failed`:return e.approvalFailed;case`expired`:return e.approvalExpired;case`unknown`:return e.mayHaveRun}}var Zr=`input, textarea, select, [contenteditable]:not([contenteditable=false])`;function Qr(e){let t=e.composedPath()[0];return t instanceof Element?t:null}function $r(e){return e?.closest(Zr)!==null&&e!==null}function ei(e){(e.key.length===1&&!e.ctrlKey&&!e.metaKey&&!e.altKey||$r(Qr(e)))&&e.stopPropagation()}function ti(e,t){if(!e.ctrlKey&&!e.metaKey||e.shiftKey||e.altKey||e.key.toLowerCase()!==`i`||e.defaultPrevented)return!1;let n=Qr(e);return n===null||t(n)||!$r(n)}var ni={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},ri=e=>(...t)=>({_$litDirective$:e,values:t}),ii=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,t,n){this._$Ct=e,this._$AM=t,this._$Ci=n}_$AS(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}},{I:ai}=ir,oi=e=>e,si=()=>document.createComment(``),q=(e,t,n)=>{let r=e._$AA.parentNode,i=t===void 0?e._$AB:t._$AA;if(n===void 0)n=new ai(r.insertBefore(si(),i),r.insertBefore(si(),i),e,e.options);else{let t=n._$AB.nextSibling,a=n._$AM,o=a!==e;if(o){let t;n._$AQ?.(e),n._$AM=e,n._$AP!==void 0&&(t=e._$AU)!==a._$AU&&n._$AP(t)}if(t!==i||o){let e=n._$AA;for(;e!==t;){let t=oi(e).nextSibling;oi(r).insertBefore(e,i),e=t}}}return n},J=(e,t,n=e)=>(e._$AI(t,n),e),ci={},li=(e,t=ci)=>e._$AH=t,ui=e=>e._$AH,di=e=>{e._$AR(),e._$AA.remove()},fi=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},pi=ri(class extends ii{constructor(e){if(super(e),e.type!==ni.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let i=ui(e),{values:a,keys:o}=this.dt(t,n,r);if(!Array.isArray(i))return this.ut=o,a;let s=this.ut??=[],c=[],l,u,d=0,f=i.length-1,p=0,m=a.length-1;for(;d<=f&&p<=m;)if(i[d]===null)d++;else if(i[f]===null)f--;else if(s[d]===o[p])c[p]=J(i[d],a[p]),d++,p++;else if(s[f]===o[m])c[m]=J(i[f],a[m]),f--,m--;else if(s[d]===o[m])c[m]=J(i[d],a[m]),q(e,c[m+1],i[d]),d++,m--;else if(s[f]===o[p])c[p]=J(i[f],a[p]),q(e,i[d],i[f]),f--,p++;else if(l===void 0&&(l=fi(o,p,m),u=fi(s,d,f)),l.has(s[d])){if(l.has(s[f])){let t=u.get(o[p]),n=t===void 0?null:i[t];if(n===null){let t=q(e,i[d]);J(t,a[p]),c[p]=t}else c[p]=J(n,a[p]),q(e,i[d],n),i[t]=null;p++}else di(i[f]),f--}else di(i[d]),d++;for(;p<=m;){let t=q(e,c[m+1]);J(t,a[p]),c[p++]=t}for(;d<=f;){let e=i[d++];e!==null&&di(e)}return this.ut=o,li(e,c),L}}),mi=/^[\p{P}\p{S}]$/u,hi=/^\s$/u,gi=/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー\u3000-\u303f\uff00-\uffef]$/u;function _i(e,t,n,r){let i=vi(r,n),a=vi(n,r),o=e===`_`;return{kind:`delimiter`,mark:e,count:t,opens:i&&(!o||!a||mi.test(n)),closes:a&&(!o||!i||mi.test(r))}}function vi(e,t){return e===``||hi.test(e)?!1:!mi.test(e)||t===``||hi.test(t)||mi.test(t)||gi.test(t)}function yi(e,t){for(let t=0;t<e.length;t+=1){let n=e[t];if(n?.kind===`delimiter`&&n.closes)for(;n.count>0;){let r=bi(e,t,n);if(r<0)break;t=Si(e,r,t,n)}}return t&&wi(e),e.map(Ti).filter(e=>e.kind!==`text`||e.text!==``)}function bi(e,t,n){for(let r=t-1;r>=0;--r){let t=e[r];if(t?.kind===`delimiter`&&t.mark===n.mark&&xi(t,n))return r}return-1}function xi(e,t){return!e.opens||e.count===0?!1:t.mark===`~`?e.count===2&&t.count===2:!e.closes&&!t.opens||(e.count+t.count)%3!=0||e.count%3==0&&t.count%3==0}function Si(e,t,n,r){let i=e[t],a=i.count>=2&&r.count>=2?2:1,o=e.slice(t+1,n).map(Ti);return e.splice(t+1,n-t-1,{kind:Ci(r.mark,a),children:o}),i.count-=a,r.count-=a,t+2}function Ci(e,t){return e===`~`?`del`:t===2?`strong`:`em`}function wi(e){let t=e.findLastIndex(e=>e.kind===`delimiter`&&e.opens&&e.count===2),n=e[t];if(n?.kind!==`delimiter`)return;let r=e.splice(t+1).map(Ti);e[t]={kind:Ci(n.mark,2),children:r}}function Ti(e){return e.kind===`delimiter`?{kind:`text`,text:e.mark.repeat(e.count)}:e}var Ei=[`http:`,`https:`,`mailto:`],Di=`https://nowhere.invalid/`;function Y(e){let t=e.trim();return t===``||!URL.canParse(t,Di)?null:Ei.includes(new URL(t,Di).protocol)?t:null}function Oi(e,t){if(!URL.canParse(e,t))return!1;let n=new URL(e,t);return n.protocol.startsWith(`http`)&&n.origin!==new URL(t).origin}var ki=/[!-/:-@[-`{-~]/,Ai=/\[(\d{1,3})\](?!\()/y,ji=/\[\[(\d{1,3})\]\]\(/y,Mi=/\uE000(\d{1,3})\uE001/y,Ni=/<((?:https?:\/\/|mailto:)[^\s<>]+)>/y,Pi=/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/y,Fi=/(?: {2,}|\\)\n[ \t]*/y,Ii={amp:`&`,lt:`<`,gt:`>`,quot:`"`,apos:`'`,nbsp:`\xA0`};function Li(e,t){return yi(new zi(t.open?Ri(e):e,t).read(),t.open)}function Ri(e){return e.replace(/!?\[(\d{0,3})$/,``).replace(/!?\[([^[\]\n]*)\](?:\([^()\s]*)?$/,(e,t)=>/^\[\d+\]$/.test(e)?e:t).replace(/(^|[\s\p{P}\p{L}])(?:\*{1,3}|_{1,3}|~{1,2})$/u,`$1`)}var zi=class{#e;#t;#n=[];#r=``;#i=0;constructor(e,t){this.#e=e,this.#t=t}read(){for(;this.#i<this.#e.length;)this.#o(this.#e.charAt(this.#i))||this.#a();return this.#c(),this.#n}#a(){let e=this.#e.slice(this.#i+1).search(/[\\`*_~[!<& \uE000]/),t=e<0?this.#e.length:this.#i+1+e;this.#r+=this.#e.slice(this.#i,t),this.#i=t}#o(e){switch(e){case`\\`:return this.#f()||this.#p();case` `:return this.#f();case"`":return this.#m();case`*`:case`_`:case`~`:return this.#h(e);case`[`:return this.#g()||this.#_(this.#i);case`!`:return this.#e.charAt(this.#i+1)===`[`&&this.#_(this.#i+1);case`<`:return this.#v();case`&`:return this.#y();case``:return this.#d();default:return!1}}#s(e){return e.lastIndex=this.#i,e.exec(this.#e)}#c(){this.#r!==``&&this.#n.push({kind:`text`,text:this.#r}),this.#r=``}#l(e,t){return this.#c(),this.#n.push(e),this.#i=t,!0}#u(e,t){return this.#r+=e,this.#i=t,!0}#d(){let e=this.#s(Mi);return e!==null&&this.#l({kind:`doubt`,index:Number(e[1])},this.#i+e[0].length)}#f(){let e=this.#s(Fi);return e!==null&&this.#l({kind:`break`},this.#i+e[0].length)}#p(){let e=this.#e.charAt(this.#i+1);return ki.test(e)&&this.#u(e,this.#i+2)}#m(){let e=/`+/.exec(this.#e.slice(this.#i))?.[0]??"`",t=this.#i+e.length,n=Bi(this.#e,e,t);if(n<0&&!this.#t.open)return this.#u(e,t);let r=this.#e.slice(t,n<0?void 0:n).replace(/\n/g,` `),i=/^ .*[^ ].* $/.test(r)||/^ [^ ] $/.test(r)?r.slice(1,-1):r;return i===``?this.#u(``,this.#e.length):this.#l({kind:`code`,text:i},n<0?this.#e.length:n+e.length)}#h(e){let t=this.#i;for(;this.#e.charAt(t)===e;)t+=1;let n=t-this.#i;if(e===`~`&&n!==2)return this.#u(e.repeat(n),t);let r=[...this.#e.slice(Math.max(0,this.#i-2),this.#i)].at(-1)??``,i=[...this.#e.slice(t,t+2)][0]??``;return this.#l(_i(e,n,r,i),t)}#g(){let e=this.#s(Ai);if(e)return this.#l({kind:`marker`,number:Number(e[1])},this.#i+e[0].length);let t=this.#s(ji),n=t?Vi(this.#e,this.#i+t[0].length-1,`(`,`)`):-1;return!t||n<0?!1:this.#l({kind:`marker`,number:Number(t[1])},n+1)}#_(e){let t=Vi(this.#e,e,`[`,`]`);if(t<0||this.#e.charAt(t+1)!==`(`)return!1;let n=Ui(this.#e,t+2);if(!n)return!1;let r=Li(this.#e.slice(e+1,t)||n.url,{open:!1,links:!1}),i=this.#t.links?Y(n.url):null;return i===null?(this.#c(),this.#n.push(...r),this.#i=n.end,!0):this.#l({kind:`link`,url:i,children:r},n.end)}#v(){let e=this.#t.links?this.#s(Ni):null,t=e?.[1]?Y(e[1]):null;if(!e||t===null)return!1;let n={kind:`text`,text:t.replace(/^mailto:/,``)};return this.#l({kind:`link`,url:t,children:[n]},this.#i+e[0].length)}#y(){let e=this.#s(Pi);if(!e)return!1;let[t,n,r,i]=e,a=n?Number(n):r?Number.parseInt(r,16):null;if(a!==null&&(a===0||a>1114111))return!1;let o=a===null?Ii[i??``]??t:String.fromCodePoint(a);return this.#u(o,this.#i+t.length)}};function Bi(e,t,n){let r=RegExp(`(?<!\`)${t}(?!\`)`,`g`);return r.lastIndex=n,r.exec(e)?.index??-1}function Vi(e,t,n,r){let i=0;for(let a=t;a<e.length;a+=1){let t=e.charAt(a);if(t===`\\`)a+=1;else if(t==="`"&&n===`[`)a=Hi(e,a);else if(t===n)i+=1;else if(t===r&&(--i,i===0))return a}return-1}function Hi(e,t){let n=/^`+/.exec(e.slice(t))?.[0]??"`",r=Bi(e,n,t+n.length);return r<0?t+n.length-1:r+n.length-1}function Ui(e,t){let n=/<([^<>\n]*)>/y;n.lastIndex=t;let r=n.exec(e);if(r)return Wi(e,r[1]??``,t+r[0].length);let i=0,a=t;for(;a<e.length;a+=1){let t=e.charAt(a);if(/\s/.test(t))break;if(t===`(`&&(i+=1),t===`)`){if(i===0)break;--i}}return Wi(e,e.slice(t,a),a)}function Wi(e,t,n){let r=/(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;r.lastIndex=n;let i=r.exec(e);return i&&t!==``?{url:t,end:n+i[0].length}:null}var Gi=/^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/,Ki=/^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/,qi=/^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/,Ji=/^ {0,3}>\s?/,X=/^( *)([-*+]|\d{1,9}[.)])(\s+|$)/,Yi=/^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/,Xi=8;function Zi(e,t=!1){return new Qi(e.replace(/\r\n?/g,`
`).replace(/\t/g,`    `).split(`
`),t,0).read()}var Qi=class e{lines;open;depth;#e=[];#t=0;constructor(e,t,n){this.lines=e,this.open=t,this.depth=n}read(){for(;this.#t<this.lines.length;)this.#n().trim()===``?this.#t+=1:this.#o();return this.#e}#n(e=0){return this.lines[this.#t+e]??``}#r(){return this.open&&this.#t>=this.lines.length}#i(e){return Li(e,{open:this.#r(),links:!0})}#a(t){return this.depth<Xi?new e(t,this.#r(),this.depth+1).read():[{kind:`paragraph`,children:[{kind:`text`,text:t.join(`
`)}]}]}#o(){let e=this.#n();Gi.test(e)?this.#s(e):Ki.test(e)?this.#c(e):qi.test(e)?this.#l():Ji.test(e)?this.#u():X.test(e)?this.#d():this.#m()?this.#h():this.#g()}#s(e){let[,t="```",n=``]=Gi.exec(e)??[],r=e.search(/\S/),i=RegExp(`^ {0,3}\\${t.charAt(0)}{${t.length},}\\s*$`),a=[];for(this.#t+=1;this.#t<this.lines.length&&!i.test(this.#n());)a.push(this.#n().replace(RegExp(`^ {0,${r}}`),``)),this.#t+=1;this.#t+=1,this.#e.push({kind:`code`,language:n,text:a.join(`
`)})}#c(e){let[,t=`#`,n=``]=Ki.exec(e)??[];this.#t+=1,this.#e.push({kind:`heading`,level:t.length,children:this.#i(n)})}#l(){this.#t+=1,this.#r()||this.#e.push({kind:`rule`})}#u(){let e=[];for(;this.#t<this.lines.length&&this.#n().trim()!==``&&(Ji.test(this.#n())||!this.#_());)e.push(this.#n().replace(Ji,``)),this.#t+=1;this.#e.push({kind:`quote`,blocks:this.#a(e)})}#d(){let e=X.exec(this.#n()),t=e?.[1]?.length??0,n=e?.[2]??`-`,r=[],i=!0;for(;this.#t<this.lines.length;){let e=X.exec(this.#n());if(!e||!$i(n,e[2]??``)||qi.test(this.#n())||(e[1]?.length??0)<t)break;let{lines:a,loose:o}=this.#f(e);r.push(this.#p(a)),o&&(i=!1)}let a=/\d/.test(n),o=a?Number.parseInt(n,10):1;this.#e.push({kind:`list`,ordered:a,start:o,tight:i,items:r})}#f(e){let t=e[1]?.length??0,n=e[3]??``,r=t+(e[2]?.length??1)+(n.length>4?1:Math.max(1,n.length)),i=[this.#n().slice(r)],a=!1;for(this.#t+=1;this.#t<this.lines.length;){let e=this.#n();if(e.trim()===``){let e=this.lines.slice(this.#t).find(e=>e.trim()!==``)??``,n=ea(e)>t&&e!==``;if(!n&&!X.test(e)||(i.push(``),this.#t+=1,a=!0,!n&&ea(e)<=t))break}else{if(ea(e)<=t&&(X.test(e)||this.#_()||i.at(-1)===``))break;i.push(e.slice(Math.min(ea(e),r))),this.#t+=1}}return{lines:i,loose:a&&i.at(-1)!==void 0}}#p(e){let t=/^\[([ xX])\]\s+/.exec(e[0]??``);if(!t)return{done:null,blocks:this.#a(e)};let n=[(e[0]??``).slice(t[0].length),...e.slice(1)];return{done:t[1]!==` `,blocks:this.#a(n)}}#m(){return!this.#n().includes(`|`)||!Yi.test(this.#n(1))?!1:Z(this.#n()).length===Z(this.#n(1)).length}#h(){let e=Z(this.#n()),t=Z(this.#n(1)).map(ta),n=[];for(this.#t+=2;this.#t<this.lines.length&&this.#n().trim()!==``&&!this.#_();){let t=Z(this.#n());n.push(e.map((e,n)=>t[n]??``)),this.#t+=1}this.#e.push({kind:`table`,align:t,head:e.map(e=>this.#i(e)),rows:n.map(e=>e.map(e=>this.#i(e)))})}#g(){let e=[this.#n().trimStart()];for(this.#t+=1;this.#t<this.lines.length&&this.#n().trim()!==``&&!this.#_()&&!this.#m();)e.push(this.#n().trimStart()),this.#t+=1;this.#r()&&e.at(-1)?.startsWith(`|`)&&e.pop();let t=e.join(`
`).trimEnd();t!==``&&this.#e.push({kind:`paragraph`,children:this.#i(t)})}#_(){let e=this.#n(),t=X.exec(e),n=t!==null&&/\S/.test(e.slice(t[0].length));return Gi.test(e)||Ki.test(e)||qi.test(e)||Ji.test(e)||n&&(this.depth>0||!/^\d/.test(t[2]??``)||/^1[.)]/.test(t[2]??``))}};function $i(e,t){return/\d/.test(e)?/\d/.test(t)&&e.at(-1)===t.at(-1):e===t}function ea(e){let t=e.search(/\S/);return t<0?e.length:t}function Z(e){let t=e.trim().replace(/^\|/,``).replace(/(?<!\\)\|$/,``),n=[],r=``,i=!1;for(let e=0;e<t.length;e+=1){let a=t.charAt(e);a===`\\`&&t.charAt(e+1)===`|`?(r+=`|`,e+=1):a===`|`&&!i?(n.push(r.trim()),r=``):(a==="`"&&(i=!i&&t.indexOf("`",e+1)>=0),r+=a)}return[...n,r.trim()]}function ta(e){return e.endsWith(`:`)?e.startsWith(`:`)?`center`:`end`:`start`}function na(e,t){return e.map(e=>ra(e,t))}function ra(e,t){switch(e.kind){case`paragraph`:return I`<p dir="auto">${Q(e.children,t)}</p>`;case`heading`:return ia(e.level,Q(e.children,t));case`code`:return t.codeBlock(e.language,e.text);case`quote`:return I`<blockquote>${na(e.blocks,t)}</blockquote>`;case`rule`:return I`<hr />`;case`list`:return aa(e,t);case`table`:return sa(e,t)}}function ia(e,t){return e<=2?I`<h4 dir="auto">${t}</h4>`:e===3?I`<h5 dir="auto">${t}</h5>`:I`<h6 dir="auto">${t}</h6>`}function aa(e,t){let n=e.items.map(n=>oa(n,e.tight,t));return e.ordered?I`<ol start=${e.start}>${n}</ol>`:I`<ul>${n}</ul>`}function oa(e,t,n){let r=e.blocks.map(e=>t&&e.kind===`paragraph`?I`<span dir="auto">${Q(e.children,n)}</span>`:ra(e,n));return e.done===null?I`<li>${r}</li>`:I`<li class="task"><span role="img" aria-label=${e.done?n.taskDone:n.taskOpen}>${e.done?`☑`:`☐`}</span> ${r}</li>`}function sa(e,t){let n=t=>`to-${e.align[t]??`start`}`;return I`<div class="table" tabindex="0" role="group">
    <table>
      <thead>
        <tr>
          ${e.head.map((e,r)=>I`<th scope="col" class=${n(r)}>${Q(e,t)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.rows.map(e=>I`<tr>
        ${e.map((e,r)=>I`<td class=${n(r)}>${Q(e,t)}</td>`)}
      </tr>`)}
      </tbody>
    </table>
  </div>`}function Q(e,t){return e.map((n,r)=>{let i=e[r+1],a=i?.kind===`marker`&&t.marker(i.number)!==null;return n.kind===`text`&&a?n.text.trimEnd():ca(n,t)})}function ca(e,t){switch(e.kind){case`text`:return e.text;case`code`:return I`<code>${e.text}</code>`;case`strong`:return I`<strong>${Q(e.children,t)}</strong>`;case`em`:return I`<em>${Q(e.children,t)}</em>`;case`del`:return I`<del>${Q(e.children,t)}</del>`;case`break`:return I`<br />`;case`marker`:return t.marker(e.number)??`[${e.number}]`;case`doubt`:return t.doubt(e.index);case`link`:return la(e.url,Q(e.children,t),t)}}function la(e,t,n,r=``){return Oi(e,n.page)?I`<a class=${r||R} href=${e} target="_blank" rel="noopener"
    >${t}<span class="sr">${n.newTab}</span></a
  >`:I`<a class=${r||R} href=${e} rel="noopener">${t}</a>`}function ua(e,t){return t.offers.length===0?R:I`<div class="offers">
    ${t.offers.map(n=>I`<div class="offer" data-offer=${n.offer}>${da(e,t,n)}</div>`)}
  </div>`}function da(e,t,n){let r=e.state.desks[n.offer]??Ee,{labels:i}=e;switch(n.state){case`done`:return n.link&&t.live?I`${ma(e,n)}${_a(n,`good`)}`:ga(n,n.outcome||i.done,`good`);case`expired`:return ga(n,n.outcome||i.offerExpired,`plain`);case`unknown`:return ga(n,n.outcome||i.mayHaveRun,`warn`);case`reserved`:if(!r.busy)return ga(n,i.mayHaveRun,`warn`)}return t.live?fa(e,n,r):va(e,n)}function fa(e,t,n){let r=t.state===`failed`?t.outcome??``:``,i=n.reason||(n.busy?``:r);return n.open&&t.kind===`form`?Br(e,t,n,i):I`${t.link?ma(e,t):pa(e,t,n)}${i?I`<p class="reason">${K()}<span dir="auto">${i}</span></p>`:R}`}function pa(e,t,n){let r=t.kind===`form`;return I`<button
    class="action"
    type="button"
    data-focus
    ?disabled=${n.busy}
    aria-expanded=${r?`false`:R}
    @click=${()=>{r?e.desk.showForm(t.offer,!0):e.desk.pressOffer(t.offer)}}
  >
    ${ha(t)} ${n.busy?I`<span class="spinner" role="img" aria-label=${e.labels.working}></span>`:xr()}
  </button>`}function ma(e,t){let n=t.link?Y(t.link.url):null;if(n===null||!t.link)return I`<span class="action">${ha(t)}</span>`;let r=t.link.new_tab||Oi(n,e.page);return I`<a
    class="action"
    data-focus
    href=${n}
    target=${r?`_blank`:R}
    rel="noopener"
    @click=${()=>{e.offers.follow(t),r||e.desk.leaving()}}
    >${ha(t)} ${r?I`${Sr()}<span class="sr">${e.labels.newTab}</span>`:xr()}</a
  >`}function ha(e){return I`<span class="lines" dir="auto"
    ><span class="label">${e.label}</span> ${e.line?I`<span class="line">${e.line}</span>`:R}</span
  >`}function ga(e,t,n){return I`<div class="outcome ${n}" tabindex="-1" data-focus>
    ${n===`good`?G():K()}
    <div dir="auto"><span class="label">${e.label}</span> <span class="said">${t}</span></div>
  </div>`}function _a(e,t){return e.outcome?I`<p class="reason ${t}">${G()}<span dir="auto">${e.outcome}</span></p>`:R}function va(e,t){return I`<p class="past" dir="auto">${y(e.labels.offerPast,{label:t.label})}${t.line?` (${t.line})`:``}${t.outcome?`. ${t.outcome}`:``}</p>`}var ya=`⁠`;function ba(e,t,n){let r=t.sources.find(e=>e.number===n);if(!r)return null;let i=y(e.labels.sourceName,{number:n,title:r.title}),a=r.url===null?null:Y(r.url);if(a===null)return I`${ya}<button
      class="marker"
      type="button"
      aria-label=${i}
      title=${r.title}
      @click=${()=>e.desk.showSource(t.key,n)}
    >
      ${n}</button
    >${ya}`;let o=I`<span aria-hidden="true" title=${r.title}>${n}</span
    ><span class="sr">${i}</span>`;return I`${ya}<span class="nowrap" @click=${e.desk.leaving}
    >${la(a,o,{page:e.page,newTab:e.labels.newTab},`marker`)}</span
  >`}function xa(e,t){if(t.sources.length===0||m(t))return R;let n=[...t.sources].sort((e,t)=>e.number-t.number),r=`sources-${t.key}`;return I`<section class="sources" aria-labelledby=${r}>
    <h4 id=${r}>${e.labels.sources}</h4>
    <ol>
      ${n.map(n=>Sa(e,t,n))}
    </ol>
  </section>`}function Sa(e,t,n){let{labels:r}=e,i=`source-${t.key}-${n.number}`,a=e.desk.openedSources.has(`${t.key}:${n.number}`),o=I`<button
    class="icon small"
    type="button"
    aria-expanded=${a}
    aria-controls=${i}
    aria-label=${y(r.passage,{number:n.number})}
    @click=${()=>e.desk.toggleSource(t.key,n.number)}
  >
    ${Cr()}
  </button>`;return I`<li class=${a?`source open`:`source`} data-source=${n.number}>
    <div class="row">
      <span class="number" aria-hidden="true">${n.number}</span>
      ${Ca(e,n)} ${n.passage?o:R}
    </div>
    <blockquote id=${i} class="passage" dir="auto" ?hidden=${!a}>${n.passage}</blockquote>
  </li>`}function Ca(e,t){let{title:n,from:r}=wa(t),i=I`<bdi>${n}</bdi>${r?I`<span class="from">${r}</span>`:R}`,a=t.url===null?null:Y(t.url);return a===null?I`<span class="title">${i}</span>`:I`<span class="title" @click=${e.desk.leaving}
    >${la(a,i,{page:e.page,newTab:e.labels.newTab})}</span
  >`}function wa(e){let t=e.kind===`tool`?e.title.lastIndexOf(` · `):-1;return t<0?{title:e.title,from:``}:{title:e.title.slice(0,t),from:e.title.slice(t)}}function Ta(e,t){let n=t.filter(e=>Y(e.url)!==null);return n.length===0?R:I`<nav class="closest" aria-label=${e.labels.closest}>
    <h4>${e.labels.closest}</h4>
    <ul @click=${e.desk.leaving}>
      ${n.map(t=>I`<li>
            ${la(t.url,I`<bdi>${t.title}</bdi>`,{page:e.page,newTab:e.labels.newTab})}
          </li>`)}
    </ul>
  </nav>`}var Ea=new WeakMap;function Da(e){let t=Ea.get(e);if(t)return t;let n=Zi(h(e).text,m(e));return Ea.set(e,n),n}function Oa(e,t){let{labels:n}=e;return I`<section class="turn" data-state=${t.state} data-turn=${t.key}>
    ${t.quote===``?R:I`<blockquote class="quoted" dir="auto">${t.quote}</blockquote>`}
    <h3 class="question" dir="auto"><span class="sr">${n.you}: </span>${t.question}</h3>
    <div class="answer">
      ${ka(t)} ${Aa(e,t)} ${Gr(e,t)} ${Pa(n,t)}
      ${La(e,t)}
      ${xa(e,t)} ${Ta(e,t.closest)} ${ua(e,t)}
      ${Ra(e,t)}
    </div>
  </section>`}function ka(e){let t=e.told.filter(e=>e.summary!==``);return t.length===0?R:I`<ul class="told">
    ${t.map(e=>I`<li>${G()}<span dir="auto"><span class="label">${e.title}</span> <span class="said">${e.summary}</span></span></li>`)}
  </ul>`}function Aa(e,t){let n=Da(t);if(n.length===0)return R;let r={page:e.page,newTab:e.labels.newTab,taskDone:e.labels.taskDone,taskOpen:e.labels.taskOpen,marker:n=>ba(e,t,n),doubt:n=>ja(e,t.doubts[n]),codeBlock:(n,r)=>Na(e,t,n,r)};return I`<div class=${m(t)?`text open`:`text`}>${na(n,r)}</div>
    ${Ma(e,t)}`}function ja(e,t){if(!t)return R;let{labels:n}=e,r=t.missing.every(e=>e.kind===`negation`),i=t.missing.filter(e=>r||e.kind!==`negation`).map(e=>e.text);return I` <span class="doubt">(${y(r?n.turned:n.notFound,{what:i.join(`, `)})})</span>`}function Ma(e,t){if(m(t))return R;let{astray:n}=h(t);if(!t.tentative&&n.length===0)return R;let r=e=>I`<p class="end">${K()}<span dir="auto">${e}</span></p>`;return I`${t.tentative?r(e.labels.tentative):R}
  ${n.map(t=>r(I`${t.text}${ja(e,t)}`))}`}function Na(e,t,n,r){let i=`${t.key}:${r}`,a=e.desk.copied?.id===i?e.desk.copied:null;return I`<div class="code" dir="ltr">
    <div class="bar">
      <span>${n}</span>
      <button class="icon small" type="button" aria-label=${e.labels.copyCode} @click=${()=>e.desk.copy(i,r)}>
        ${a?.ok?G():vr()}
      </button>
    </div>
    <pre tabindex="0"><code>${r}</code></pre>
  </div>`}function Pa(e,t){if(!m(t)||p(t))return R;let n=Fa(e,t);return n===``?R:I`<p class="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span dir="auto">${n}</span></p>`}function Fa(e,t){let{status:n}=t;return n?n.phase===`tool`?n.title?y(e.tool,{title:n.title}):e.toolUnnamed:e[n.phase]:t.texts.length>0?``:t.state===`sending`?e.sending:e.thinking}function Ia(e,t){if(t.problem)return t.problem.code===`report`?e.reportFailed:t.problem.message;switch(t.state){case`withdrawn`:return t.message||e.refused;case`refused`:return f(t)===``?t.message||e.refused:``;case`stopped`:return e.stopped;case`interrupted`:return t.message||e.interrupted;case`failed`:return t.message||e.failed;default:return``}}function La(e,t){let n=Ia(e.labels,t);return n===``?R:t.state===`withdrawn`?I`<div class="text"><p dir="auto">${n}</p></div>`:I`<p class="end">${K()}<span dir="auto">${n}</span></p>`}function Ra(e,t){if(m(t))return R;let{labels:n}=e,r=t.problem?.code===`network`||t.problem?.code===`report`,i=t.problem!==null||[`stopped`,`interrupted`,`failed`].includes(t.state),a=I`<button class="quiet" type="button" @click=${()=>e.chat.again(t)}>
    ${yr()}<span>${r?n.retry:n.askAgain}</span>
  </button>`;if(t.masked!==``)return I`<div class="tools">
      <button class="quiet" type="button" @click=${()=>e.chat.ask(t.masked)}>
        ${yr()}<span>${n.askMasked}</span>
      </button>
    </div>`;let o=f(t)===``||t.state===`refused`?R:za(e,t);return i||o!==R?I`<div class="tools">${i?a:R}${o}</div>`:R}function za(e,t){let{labels:n,desk:r}=e,i=r.copied?.id===t.key?r.copied:null,a=i?i.ok?n.copied:n.copyFailed:n.copy;return I`<button class="quiet" type="button" @click=${()=>r.copy(t.key,Ba(t))}>
    ${i?.ok?G():vr()}<span>${a}</span>
  </button>`}function Ba(e){let t=[...e.sources].sort((e,t)=>e.number-t.number).map(e=>`[${e.number}] ${e.title}${e.url?` ${e.url}`:``}`);return[f(e),t.join(`
`)].filter(Boolean).join(`

`)}var Va=4e3;function Ha(e,t,n){return I`<button
    class="launcher"
    type="button"
    aria-label=${e.launcherName}
    aria-expanded=${t}
    aria-haspopup="dialog"
    aria-controls="panel"
    @click=${n}
  >
    ${pr()}<span>${e.launcher}</span>
  </button>`}function Ua(e){let{labels:t}=e;return I`<header>
      <h2 id="title"><bdi>${e.title}</bdi></h2>
      <button class="icon" type="button" aria-label=${t.clear} title=${t.clear}
        ?hidden=${e.state.turns.length===0} @click=${e.onClear}>
        ${hr()}
      </button>
      <button class="icon" type="button" aria-label=${t.close} title=${t.close} @click=${e.onClose}>
        ${mr()}
      </button>
    </header>
    <div class="log" role="group" tabindex="0" aria-label=${t.conversation} @scroll=${e.onScroll}>
      ${e.state.notice?I`<p class="notice">${K()}<span dir="auto">${e.state.notice}</span></p>`:R}
      ${e.state.turns.length===0?Wa(e):R}
      ${pi(e.state.turns,e=>e.key,t=>Oa(e,t))}
    </div>
    <div class="newest" ?hidden=${!e.away}>
      <button type="button" class="icon" aria-label=${t.newest} title=${t.newest} @click=${e.onNewest}>
        ${br()}
      </button>
    </div>
    ${Ga(e)}`}function Wa(e){let{labels:t,suggestions:n}=e;return I`<div class="welcome">
    <p class="greeting" dir="auto">${e.greeting}</p>
    ${n.length===0?R:I`<ul class="suggestions" aria-label=${t.suggestions}>
          ${n.map(t=>I`<li><button type="button" dir="auto" @click=${()=>e.onSend(t)}>${t}</button></li>`)}
        </ul>`}
  </div>`}function Ga(e){let{labels:t,draft:n}=e,r=e.chat.busy,i=n.trim().length-Va,a=t=>{t.preventDefault(),e.onSend(n)},o=e=>{Wr(e)&&!e.shiftKey&&a(e)},s=n.trim()===``||i>0;return I`<form class="composer" @submit=${a}>
    <div class="box">
      <textarea
        id="question"
        rows=${Ka(n)}
        dir="auto"
        aria-label=${t.composerName}
        aria-invalid=${i>0?`true`:R}
        aria-describedby=${i>0?`surplus`:R}
        placeholder=${t.placeholder}
        enterkeyhint="send"
        .value=${n}
        @input=${t=>e.onDraft(t.target.value)}
        @keydown=${o}
      ></textarea>
      ${r||e.chat.asking&&s?I`<button class="send" type="button" aria-label=${t.stop} title=${t.stop} @click=${()=>e.chat.stop()}>
            ${_r()}
          </button>`:I`<button class="send" type="submit" aria-label=${t.send} title=${t.send} ?disabled=${s}>
            ${gr()}
          </button>`}
    </div>
    ${i>0?I`<p class="fault" id="surplus">${y(t.tooLong,{count:i})}</p>`:R}
  </form>`}function Ka(e){let t=e.split(`
`).reduce((e,t)=>e+Math.max(1,Math.ceil(t.length/44)),0);return Math.min(6,t)}var qa=vn`
  .turn + .turn {
    margin-block-start: 28px;
  }
  .quoted {
    margin: 0 0 8px;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
    font-size: 14px;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .question {
    width: fit-content;
    max-width: 88%;
    margin-inline-start: auto;
    padding: 9px 14px;
    border-radius: 14px;
    border-end-end-radius: 4px;
    background: var(--_soft);
    white-space: pre-wrap;
  }
  .answer {
    margin-block-start: 16px;
  }
  .answer > * + * {
    margin-block-start: 14px;
  }
  .text > * + *,
  .text li > * + *,
  .text blockquote > * + * {
    margin-block-start: 10px;
  }
  .text li > span + * {
    margin-block-start: 4px;
  }
  .text h4,
  .text h5,
  .text h6 {
    margin-block-start: 18px;
    font-weight: 650;
    line-height: 1.35;
  }
  .text h4 {
    font-size: 16px;
  }
  .text > :first-child {
    margin-block-start: 0;
  }
  .text ul,
  .text ol {
    padding-inline-start: 22px;
  }
  .text ul {
    list-style: disc;
  }
  .text ol {
    list-style: decimal;
  }
  .text li + li {
    margin-block-start: 5px;
  }
  .text li::marker {
    color: var(--_muted);
  }
  .text .task {
    list-style: none;
    margin-inline-start: -20px;
  }
  .task > [role="img"] {
    color: var(--_muted);
  }
  .text strong {
    font-weight: 650;
  }
  .text hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .text blockquote {
    padding-inline-start: 14px;
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
  }
  a {
    color: var(--_link);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  code {
    font: 400 13.5px/1.5 var(--_mono);
    unicode-bidi: isolate;
  }
  :not(pre) > code {
    padding: 1.5px 5px;
    border-radius: 5px;
    background: var(--_soft);
  }
  .code {
    border: 1px solid var(--_line);
    border-radius: 10px;
    background: var(--_soft);
    overflow: hidden;
  }
  .code .bar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 32px;
    padding-inline: 14px 4px;
    color: var(--_muted);
    font-size: 12px;
  }
  .code .icon:hover {
    background: var(--_line);
  }
  pre {
    padding: 2px 14px 12px;
    overflow-x: auto;
    overflow-wrap: normal;
    white-space: pre;
    tab-size: 2;
  }
  pre:focus-visible,
  .table:focus-visible {
    outline-offset: -2px;
  }
  .table {
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: 10px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 14px;
    overflow-wrap: normal;
  }
  th,
  td {
    padding: 7px 12px;
    text-align: start;
    vertical-align: top;
  }
  th {
    background: var(--_soft);
    font-weight: 600;
  }
  tr + tr > *,
  tbody > tr > * {
    border-block-start: 1px solid var(--_line);
  }
  .to-center {
    text-align: center;
  }
  .to-end {
    text-align: end;
  }
  .nowrap {
    white-space: nowrap;
  }
  .marker {
    position: relative;
    margin-inline: 3px 1px;
    padding: 2px 5px;
    border-radius: 5px;
    background: var(--_soft);
    color: var(--_link);
    font: 600 11px/17px var(--_font);
    text-align: center;
    text-decoration: none;
    vertical-align: 2px;
  }
  /* A finger needs more room than the number takes. */
  .marker::after {
    content: "";
    position: absolute;
    inset: -5px -3px;
  }
  .marker:hover {
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .status {
    display: flex;
    align-items: center;
    gap: 10px;
    color: var(--_muted);
    font-size: 14px;
  }
  .dots {
    display: flex;
    gap: 4px;
  }
  .dots i {
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: currentColor;
    animation: breathe 1.2s infinite ease-in-out;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes breathe {
    0%,
    70%,
    100% {
      opacity: 0.25;
    }
    35% {
      opacity: 1;
    }
  }
  .told {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .told .label {
    font-weight: 600;
  }
  .end,
  .reason,
  .told li,
  .fault {
    display: flex;
    gap: 8px;
    font-size: 14px;
    line-height: 1.45;
  }
  .end {
    color: var(--_muted);
  }
  .doubt {
    color: var(--_bad);
    font-size: 14px;
    font-style: italic;
  }
  .told svg {
    color: var(--_good);
  }
  .end svg,
  .reason svg,
  .told svg,
  .fault svg {
    width: 17px;
    height: 17px;
    margin-block-start: 2px;
  }
  .reason,
  .fault {
    color: var(--_bad);
  }
  .reason {
    margin-block-start: 8px;
  }
  .reason.good {
    color: var(--_good);
  }
  .sources h4,
  .closest h4 {
    margin-block-end: 4px;
    color: var(--_muted);
    font-weight: 600;
    font-size: 13px;
  }
  .row {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 32px;
    padding-block: 4px;
    font-size: 14px;
    line-height: 1.45;
  }
  .number {
    flex: none;
    min-width: 20px;
    margin-block-start: 1px;
    padding-inline: 4px;
    border-radius: 5px;
    background: var(--_soft);
    color: var(--_muted);
    font-weight: 600;
    font-size: 12px;
    line-height: 19px;
    text-align: center;
  }
  .title {
    flex: 1;
    min-width: 0;
  }
  .title a,
  .closest a {
    color: var(--_fg);
    text-decoration-color: var(--_edge);
  }
  .title a:hover,
  .closest a:hover {
    color: var(--_link);
    text-decoration-color: currentColor;
  }
  .from {
    color: var(--_muted);
  }
  .row .icon {
    margin-block: -3px;
  }
  .row .icon svg {
    transition: transform 120ms ease-out;
  }
  .open > .row .icon svg {
    transform: rotate(180deg);
  }
  .passage {
    margin: 2px 0 8px;
    margin-inline-start: 30px;
    padding: 9px 13px;
    border-radius: 8px;
    background: var(--_soft);
    color: var(--_muted);
    font-size: 13.5px;
    line-height: 1.5;
    white-space: pre-line;
  }
  .closest li {
    padding-block: 5px;
    font-size: 14px;
  }
  .quiet {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    padding: 4px 10px;
    border-radius: 8px;
    color: var(--_muted);
    font-size: 13px;
  }
  .quiet:hover:not(:disabled) {
    background: var(--_soft);
    color: var(--_fg);
  }
  .quiet svg {
    width: 16px;
    height: 16px;
  }
  .answer > .tools {
    margin-block-start: 8px;
  }
  .title a[target]::after,
  .closest a[target]::after {
    content: "\\00a0\\2197";
    color: var(--_muted);
    font-size: 12px;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-inline-start: -10px;
  }
  @media (max-width: 640px), (pointer: coarse) {
    .quiet {
      min-height: 40px;
    }
    .row .icon.small {
      width: 36px;
      height: 36px;
      margin-block: -7px;
    }
  }
`,Ja=vn`
  .offers {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .action {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 44px;
    padding: 9px 14px;
    border: 1px solid var(--_accent);
    border-radius: 10px;
    color: var(--_link);
    line-height: 1.4;
    text-decoration: none;
  }
  .action:hover:not(:disabled) {
    background: color-mix(in srgb, var(--_accent) 8%, transparent);
  }
  .action:disabled {
    border-color: var(--_line);
    color: var(--_muted);
  }
  .lines {
    min-width: 0;
  }
  .label {
    display: block;
    font-weight: 600;
  }
  .line {
    display: block;
    color: var(--_muted);
    font-size: 13px;
  }
  [dir="rtl"] .action > svg {
    transform: scaleX(-1);
  }
  .spinner {
    flex: none;
    width: 16px;
    height: 16px;
    border: 2px solid currentColor;
    border-inline-start-color: transparent;
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(360deg);
    }
  }
  .outcome {
    display: flex;
    gap: 10px;
    padding: 10px 14px;
    border-radius: 10px;
    background: var(--_soft);
    line-height: 1.45;
  }
  .outcome svg {
    margin-block-start: 1px;
    color: var(--_muted);
  }
  .outcome.good svg {
    color: var(--_good);
  }
  .outcome.warn svg {
    color: var(--_warn);
  }
  .said {
    white-space: pre-line;
  }
  .past {
    color: var(--_muted);
    font-size: 14px;
  }
  .card {
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: 12px;
  }
  .card h4 {
    font-weight: 650;
  }
  .card > .reason {
    padding: 8px 12px;
    border-radius: 8px;
    background: var(--_bad-soft);
  }
  .approval h4:focus {
    outline: none;
  }
  .approval dl {
    margin-block: 10px 0;
    font-size: 14px;
  }
  .approval dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    padding-block: 3px;
  }
  .approval dt {
    color: var(--_muted);
  }
  .approval dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .approval .reason {
    margin-block-start: 10px;
  }
  .field {
    margin-block-start: 14px;
  }
  .field label {
    display: block;
    margin-block-end: 5px;
    font-weight: 550;
    font-size: 14px;
  }
  .mark {
    margin-inline-start: 3px;
    color: var(--_bad);
  }
  .field input:not([type="checkbox"]),
  .field select,
  .field textarea {
    display: block;
    width: 100%;
    min-height: 40px;
    padding: 7px 11px;
    border: 1px solid var(--_edge);
    border-radius: 9px;
    background: var(--_bg);
    line-height: 24px;
  }
  .field textarea {
    resize: vertical;
  }
  .field :is(input, select, textarea) {
    /* Its label and the summary above come into view with it. */
    scroll-margin-block: 90px;
  }
  .field :is(input, select, textarea):focus-visible {
    border-color: var(--_accent);
    outline-offset: -1px;
  }
  .field [aria-invalid="true"] {
    border-color: var(--_bad) !important;
    outline-color: var(--_bad);
  }
  .check {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 10px;
  }
  .check label {
    flex: 1;
    margin: 0;
  }
  .check input {
    width: 18px;
    height: 18px;
    margin-block-start: 2px;
    accent-color: var(--_accent);
  }
  .check .fault,
  .check .help {
    flex-basis: 100%;
  }
  .help {
    margin-block-start: 4px;
    color: var(--_muted);
    font-size: 13px;
  }
  .field .fault {
    margin-block-start: 5px;
    font-size: 13px;
  }
  .set {
    min-width: 0;
    margin-inline: 0;
    padding: 4px 12px 12px;
    border: 1px solid var(--_line);
    border-radius: 10px;
  }
  .set[data-invalid] {
    border-color: var(--_bad);
  }
  .set legend {
    padding-inline: 4px;
    font-weight: 550;
    font-size: 14px;
  }
  .row + .row {
    margin-block-start: 12px;
    padding-block-start: 2px;
    border-block-start: 1px solid var(--_line);
  }
  .set :is(.add, .drop) {
    margin-block-start: 8px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 18px;
  }
  .primary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 16px;
    border-radius: 9px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    line-height: 1.4;
  }
  .primary:disabled {
    opacity: 0.75;
  }
  @media (max-width: 640px), (pointer: coarse) {
    .field :is(input, select, textarea) {
      font-size: 16px;
    }
  }
`,Ya=[vn`
  /* Important here wins over the page's own rules for this element; only its variables come in. */
  :host {
    all: initial !important;
    display: block !important;
  }
  :host {
    --_accent: var(--docsteward-accent, #2a5bd0);
    --_on-accent: var(--docsteward-on-accent, #ffffff);
    --_radius: var(--docsteward-radius, 14px);
    --_font: var(
      --docsteward-font,
      system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Helvetica Neue",
      "Noto Sans",
      sans-serif
    );
    --_mono: var(--docsteward-font-mono, ui-monospace, "SF Mono", Menlo, Consolas, monospace);
    --_gap: var(--docsteward-gap, 20px);
    --_z: var(--docsteward-z, 2147483000);
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .root {
    font: 400 15px/1.55 var(--_font);
    color: var(--_fg);
    letter-spacing: normal;
    text-align: start;
    -webkit-font-smoothing: antialiased;
    -webkit-text-size-adjust: 100%;
  }
  .light {
    color-scheme: light;
    --_bg: #ffffff;
    --_fg: #1c2128;
    --_muted: #59636f;
    --_line: #e1e5ea;
    --_soft: #f4f6f8;
    --_edge: #87919d;
    --_link: var(--_accent);
    --_bad: #b3261e;
    --_bad-soft: #fdf2f1;
    --_good: #1a7f4b;
    --_warn: #8a5a00;
    --_shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 40px rgb(16 24 40 / 18%);
  }
  .dark {
    color-scheme: dark;
    --_accent: var(--docsteward-accent-dark, #8ab0ff);
    --_on-accent: var(--docsteward-on-accent-dark, #0d1526);
    --_bg: #16191f;
    --_fg: #e6e9ed;
    --_muted: #a1aab6;
    --_line: #2c323b;
    --_soft: #20252d;
    --_edge: #77818f;
    --_link: var(--_accent);
    --_bad: #ffb4ab;
    --_bad-soft: #34201f;
    --_good: #72d6a0;
    --_warn: #f0c36d;
    --_shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 16px 48px rgb(0 0 0 / 55%);
  }
  button,
  input,
  select,
  textarea {
    margin: 0;
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
    text-align: start;
    -webkit-tap-highlight-color: transparent;
  }
  button:disabled {
    cursor: default;
  }
  h2,
  h3,
  h4,
  h5,
  h6,
  p,
  ul,
  ol,
  blockquote,
  pre {
    margin: 0;
    padding: 0;
    font: inherit;
  }
  ul,
  ol {
    list-style: none;
  }
  svg {
    flex: none;
    display: block;
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .launcher {
    position: fixed;
    z-index: var(--_z);
    inset-block-end: calc(var(--_gap) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: var(--_gap);
    display: flex;
    align-items: center;
    gap: 8px;
    height: 48px;
    padding-inline: 18px 20px;
    border-radius: 24px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    box-shadow: 0 1px 2px rgb(16 24 40 / 20%), 0 6px 20px rgb(16 24 40 / 22%);
    transition: transform 120ms ease-out, box-shadow 120ms ease-out;
  }
  .launcher:hover {
    transform: translateY(-1px);
  }
  .launcher:focus-visible {
    outline-offset: 3px;
  }
  .panel {
    position: fixed;
    z-index: var(--_z);
    inset-block-end: calc(var(--_gap) + env(safe-area-inset-bottom, 0px));
    inset-inline-end: var(--_gap);
    display: flex;
    flex-direction: column;
    width: min(var(--docsteward-width, 420px), calc(100vw - 2 * var(--_gap)));
    height: min(var(--docsteward-height, 700px), calc(100dvh - 2 * var(--_gap)));
    border-radius: var(--_radius);
    background: var(--_bg);
    box-shadow: var(--_shadow);
    overflow: hidden;
    overflow-wrap: anywhere;
    animation: rise 160ms ease-out;
  }
  .panel:focus-visible {
    outline-offset: -2px;
  }
  @keyframes rise {
    from {
      opacity: 0;
      transform: translateY(10px);
    }
  }
  header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 56px;
    padding-inline: 20px 10px;
    border-block-end: 1px solid var(--_line);
  }
  h2 {
    flex: 1;
    font-weight: 650;
    font-size: 16px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .icon {
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 9px;
    color: var(--_muted);
  }
  .icon:hover {
    background: var(--_soft);
    color: var(--_fg);
  }
  .icon.small {
    width: 28px;
    height: 28px;
  }
  .icon.small svg {
    width: 16px;
    height: 16px;
  }
  .log {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    padding: 20px;
    scrollbar-width: thin;
    scrollbar-color: var(--_line) transparent;
  }
  .log:focus-visible {
    outline-offset: -2px;
  }
  .welcome {
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    gap: 20px;
    min-height: 100%;
  }
  .greeting {
    font-size: 16px;
    white-space: pre-line;
  }
  .suggestions {
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .suggestions button {
    width: 100%;
    padding: 10px 14px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    line-height: 1.4;
  }
  .suggestions button:hover {
    border-color: var(--_edge);
    background: var(--_soft);
  }
  .notice {
    display: flex;
    gap: 8px;
    margin-block-end: 16px;
    padding: 9px 12px;
    border-radius: 10px;
    background: var(--_soft);
    color: var(--_muted);
    font-size: 13px;
    line-height: 1.45;
  }
  .notice svg {
    width: 18px;
    height: 18px;
  }
  .newest {
    position: relative;
    height: 0;
  }
  .newest .icon {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-end: calc(50% - 18px);
    border: 1px solid var(--_line);
    border-radius: 18px;
    background: var(--_bg);
    color: var(--_fg);
    box-shadow: 0 2px 8px rgb(16 24 40 / 14%);
  }
  .composer {
    padding: 12px 14px calc(14px + env(safe-area-inset-bottom, 0px));
    border-block-start: 1px solid var(--_line);
  }
  .box {
    display: flex;
    align-items: flex-end;
    gap: 6px;
    padding: 5px;
    border: 1px solid var(--_edge);
    border-radius: 12px;
    background: var(--_bg);
  }
  .box:focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }
  .composer textarea {
    flex: 1;
    min-width: 0;
    max-height: 152px;
    padding: 6px 8px;
    border: 0;
    background: none;
    font-size: 16px;
    line-height: 24px;
    resize: none;
    outline: none;
    field-sizing: content;
  }
  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .send {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 9px;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .send:disabled {
    background: var(--_soft);
    color: var(--_muted);
  }
  .composer .fault {
    padding: 6px 8px 0;
  }
  @media (max-width: 640px) {
    .panel {
      inset: auto;
      inset-inline: 0;
      top: var(--_top, 0px);
      width: 100%;
      height: var(--_height, 100dvh);
      border-radius: 0;
      padding-block-start: env(safe-area-inset-top, 0px);
    }
    .icon {
      width: 44px;
      height: 44px;
    }
    .send {
      width: 40px;
      height: 40px;
    }
    .composer textarea {
      padding-block: 8px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .panel,
    .launcher,
    .send,
    .action,
    .primary {
      border: 1px solid CanvasText;
    }
  }
  @media print {
    .root {
      display: none;
    }
  }
`,qa,Ja],Xa=60,Za=class extends U{static styles=Ya;app=null;#e=!1;#t=!1;#n=``;#r=null;#i=new Set;#a=null;#o=new Map;#s=[];#c=0;#l=!1;get opened(){return this.#e}connectedCallback(){super.connectedCallback();let{app:e}=this;if(!e)return;let t=e=>this.#w(e),{window:n}=e.env;n.document.addEventListener(`keydown`,t);for(let e of[`keydown`,`keypress`,`keyup`])this.addEventListener(e,ei);let r=()=>{this.#l=!0,this.requestUpdate()};n.visualViewport?.addEventListener(`resize`,r),n.visualViewport?.addEventListener(`scroll`,r),this.#s=[e.watch(()=>this.#D()),()=>n.document.removeEventListener(`keydown`,t),()=>n.visualViewport?.removeEventListener(`resize`,r),()=>n.visualViewport?.removeEventListener(`scroll`,r)],e.memory.open&&!this.#e&&(this.#e=!0),this.requestUpdate(),this.updateComplete.then(()=>this.#N())}disconnectedCallback(){super.disconnectedCallback();for(let e of this.#s.splice(0))e()}open(e=!0){if(this.#e||!this.app)return;let{document:t}=this.app.env.window;this.#a=t.activeElement instanceof HTMLElement?t.activeElement:null,this.#e=!0,this.app.memory.open=!0,this.#t=!1,this.requestUpdate(),this.app.opened(),this.updateComplete.then(()=>{this.#M(),e&&this.#k()})}close(){if(!this.#e||!this.app)return;let e=this.shadowRoot?.activeElement!=null;this.#e=!1,this.app.memory.open=!1,this.requestUpdate(),this.app.closed(),this.updateComplete.then(()=>{if(!e)return;let t=this.#a;t?.isConnected&&t!==this&&t.tagName!==`BODY`?t.focus():this.#P(`.launcher`)?.focus()})}toggle(){this.#e?this.close():this.open()}announce(e){this.#n=e===this.#n?`${e}\u00a0`:e,this.requestUpdate()}render(){let{app:e}=this;if(!e||e.hidden)return R;let{theme:t,direction:n}=e.look();return I`<div class="root ${t}" dir=${n} lang=${e.language()||R}>
      <div ?hidden=${this.#e}>${Ha(e.labels,this.#e,()=>this.toggle())}</div>
      <div id="panel" class="panel" role="dialog" aria-labelledby="title" tabindex="-1"
        ?hidden=${!this.#e} @keydown=${this.#E}>
        ${this.#e?Ua(this.#u(e)):R}
      </div>
      <div class="sr" role="log" aria-live="polite" aria-atomic="true">${this.#n}</div>
    </div>`}updated(e){super.updated(e),this.app?.fitViewport(this.#e),this.#e&&this.#l&&!this.#t&&this.#M(),this.#l=!1}#u(e){return{state:e.hub.state,labels:e.labels,page:e.page().url,locale:e.language(),chat:e.chat,offers:e.offers,approvals:e.approvals,desk:this.#d(e),title:e.title,greeting:e.settings.greeting||e.labels.greeting,suggestions:e.settings.suggestions,draft:e.memory.draft,away:this.#t,onDraft:t=>{e.memory.draft=t,this.requestUpdate()},onSend:t=>this.#f(e,t),onClose:()=>this.close(),onClear:()=>{e.chat.clear(),this.#P(`#question`)?.focus()},onScroll:()=>this.#A(),onNewest:()=>this.#j()}}#d(e){return{copied:this.#r,copy:(t,n)=>void this.#x(e,t,n),openedSources:this.#i,toggleSource:(e,t)=>this.#S(`${e}:${t}`),showSource:(e,t)=>this.#C(e,t),leaving:()=>{e.isSheet()&&(e.memory.open=!1)},addRow:(t,n,r)=>void this.#_(e,t,n,r),removeRow:(t,n,r,i)=>void this.#v(e,t,n,r,i),showForm:(t,n)=>void this.#g(e,t,n),pressOffer:t=>void this.#p(e,t,t=>e.offers.press(t)),decide:(t,n,r)=>void this.#m(e,t,n,r),askWhy:t=>void this.#h(e,t),submitForm:t=>void this.#p(e,t,t=>e.offers.submit(t))}}#f(e,t){t.trim().length>4e3||!e.chat.ask(t)||(e.memory.draft=``,this.#t=!1,this.requestUpdate(),e.env.touch()?this.#P(`#question`)?.blur():this.#P(`#question`)?.focus())}async#p(e,t,n){let r=e.findOffer(t);if(!r)return;await n(r),await this.updateComplete;let i=e.offers.desk(r),a=e.findOffer(t)?.outcome??``;this.announce(Hr(e,i)||i.reason||a),await this.updateComplete;let o=this.#b(t);(o?.querySelector(`[aria-invalid], [data-invalid]`)??o?.querySelector(`[data-focus]`)??o?.querySelector(`button[type=submit]`))?.focus()}async#m(e,t,n,r){let i=e.findApproval(n);if(!i)return;await e.approvals.decide(t,i,r);let a=e.findApproval(n);a&&(this.announce(e.approvals.desk(a).reason||Xr(e.labels,a.state)),await this.updateComplete,this.#P(`[data-approval="${CSS.escape(n)}"] [data-focus]`)?.focus())}async#h(e,t){let n=e.findApproval(t);n&&(e.approvals.askWhy(n,!0),await this.updateComplete,this.#P(`[data-approval="${CSS.escape(t)}"] input`)?.focus())}async#g(e,t,n){let r=e.findOffer(t);if(!r)return;n?e.offers.openForm(r):e.offers.closeForm(r),await this.updateComplete;let i=n?`.field :is(input, select, textarea)`:`[data-focus]`;this.#b(t)?.querySelector(i)?.focus()}async#_(e,t,n,r){let i=e.findOffer(t);if(!i)return;e.offers.addRow(i,n,r),await this.updateComplete;let a=this.#y(i,n)?.querySelectorAll(`:scope > .row`);(a?.length?a[a.length-1]:this.#y(i,n))?.querySelector(`input, select, textarea, button`)?.focus()}async#v(e,t,n,r,i){let a=e.findOffer(t);a&&(e.offers.removeRow(a,n,r),this.announce(y(e.labels.removed,{label:i})),await this.updateComplete,this.#y(a,n)?.querySelector(`:scope > .add`)?.focus())}#y(e,t){return this.#P(`#${CSS.escape(Tr(e,t))}`)}#b(e){return this.#P(`[data-offer="${CSS.escape(e)}"]`)}async#x(e,t,n){this.#r={id:t,ok:await e.env.copy(n)},this.announce(this.#r.ok?e.labels.copied:e.labels.copyFailed),await e.env.sleep(2e3),this.#r?.id===t&&(this.#r=null),this.requestUpdate()}#S(e){this.#i.delete(e)||this.#i.add(e),this.#t=!0,this.requestUpdate()}#C(e,t){this.#i.add(`${e}:${t}`),this.#t=!0,this.requestUpdate(),this.updateComplete.then(()=>{let n=this.#P(`[data-turn="${CSS.escape(e)}"] [data-source="${t}"]`);n?.scrollIntoView({block:`nearest`}),n?.querySelector(`button, a`)?.focus()})}#w(e){this.app&&!this.app.hidden&&ti(e,e=>this.#T(e))&&(e.preventDefault(),this.toggle())}#T(e){return this.shadowRoot?.contains(e)??!1}#E=e=>{let t=e.isComposing||e.keyCode===229;e.key===`Escape`&&!t?(e.preventDefault(),e.stopPropagation(),this.close()):ti(e,()=>!0)?(e.stopPropagation(),e.preventDefault(),this.toggle()):e.key===`End`&&e.target instanceof Element&&!e.target.closest(`input, textarea, select`)&&(e.preventDefault(),this.#j())};#D(){let{app:e}=this;if(e){for(let t of e.hub.state.turns){let n=this.#o.get(t.key);t!==n&&(m(t)||!n||m(n))&&(this.#l=!0);for(let r of t.approvals)!(n?.approvals.some(e=>e.call===r.call)??!1)&&r.state===`waiting`&&this.announce(e.approvals.words(r));n&&m(n)&&!m(t)&&this.announce(this.#O(e,t))}this.#o=new Map(e.hub.state.turns.map(e=>[e.key,e])),this.requestUpdate()}}#O(e,t){let{labels:n}=e,r=lr(Da(t)),i=r===``?``:y(n.answerReady,{text:r}),a=t.sources.length,o=a===1?n.sourcesOne:y(n.sourcesCount,{count:a}),s=t.told.filter(e=>e.summary!==``).map(e=>`${e.title}: ${e.summary}`),c=t.doubts.length,l=c===1?n.doubtsOne:y(n.doubtsCount,{count:c}),u=[c>0?l:``,a>0?o:``];return[...s,i,Ia(n,t),...u].filter(Boolean).join(` `)}#k(){(this.app?.env.touch()?this.#P(`#panel`):this.#P(`#question`))?.focus()}#A(){let e=this.#P(`.log`);if(!e)return;this.#c=e.scrollTop;let t=e.scrollHeight-e.scrollTop-e.clientHeight>Xa;t!==this.#t&&(this.#t=t,this.requestUpdate())}#j(){this.#t=!1,this.#M(),this.#P(`.log`)?.focus({preventScroll:!0}),this.requestUpdate()}#M(){let e=this.#P(`.log`);e&&(e.scrollTop=e.scrollHeight)}#N(){let e=this.#P(`.log`);e&&this.#t?e.scrollTop=this.#c:this.#M()}#P(e){return this.shadowRoot?.querySelector(e)??null}},Qa=class{#e=new Map;#t;constructor(e){this.#t=e}get lasting(){return this.#t!==null}get(e){let t=this.#e.get(e);return t===void 0?this.#n(t=>t.getItem(e))??null:t}set(e,t){this.#n(n=>(n.setItem(e,t),!0))?this.#e.delete(e):this.#e.set(e,t)}remove(e){this.#e.delete(e),this.#n(t=>{t.removeItem(e)})}#n(e){if(this.#t)try{return e(this.#t)}catch(e){if(!(e instanceof DOMException))throw e;this.#t=null;return}}};function $a(e){try{return new Qa(e())}catch(e){if(!(e instanceof DOMException))throw e;return new Qa(null)}}function eo(e){let{document:t,navigator:n}=e;return{window:e,fetch:e.fetch.bind(e),site:$a(()=>e.localStorage),tab:$a(()=>e.sessionStorage),lock:Yt(n.locks),online:()=>n.onLine,touch:()=>e.matchMedia(`(pointer: coarse)`).matches,now:()=>Date.now(),newId:()=>to(e.crypto),sleep:(t,n)=>no(e,t,n),after:(t,n)=>{let r=e.setTimeout(t,n);return()=>e.clearTimeout(r)},copy:t=>ro(e,t),dispatchEvent:(t,n)=>{e.dispatchEvent(new e.CustomEvent(t,{detail:n}))},navigate:(e,n)=>{let r=t.createElement(`a`);r.href=e,r.rel=`noopener`,n&&(r.target=`_blank`),r.click()},warn:(e,t)=>{t===void 0?console.warn(e):console.warn(e,t)}}}function to(e){return[...e.getRandomValues(new Uint8Array(12))].map(e=>e.toString(16).padStart(2,`0`)).join(``)}function no(e,t,n){return new Promise(r=>{let i=()=>{e.clearTimeout(a),e.removeEventListener(`online`,i),n?.removeEventListener(`abort`,i),r()},a=e.setTimeout(i,t);e.addEventListener(`online`,i),n?.addEventListener(`abort`,i)})}async function ro(e,t){try{return await e.navigator.clipboard.writeText(t),!0}catch(e){if(e instanceof DOMException||e instanceof TypeError)return!1;throw e}}var io={configure:({app:e},[t])=>co(e,t),open:({element:e})=>e.open(),close:({element:e})=>e.close(),toggle:({element:e})=>e.toggle(),show:({app:e})=>e.setHidden(!1),hide:({app:e,element:t})=>{t.close(),e.setHidden(!0)},ask:({app:t,element:n},[r,i])=>{typeof r==`string`?(n.open(),t.chat.ask(r,e(i)&&typeof i.quote==`string`?i.quote:``)):t.env.warn(`Docsteward: ask needs a question, not ${$(r)}.`)},clearChat:({app:e})=>e.chat.clear(),registerTool:({app:e},[t,n])=>e.tools.register(t,n),on:({app:e},[t,n])=>oo(e,t,n),unload:({unload:e})=>e()};function ao(e,t,n){let r=typeof t==`string`&&Object.hasOwn(io,t)?io[t]:null;if(r)return r(e,n);let i=Object.keys(io).join(`, `);e.app.env.warn(`Docsteward: there is no command ${$(t)}. There are: ${i}.`)}function oo(e,t,n){if(!Pe.includes(t)||typeof n!=`function`){let n=Pe.join(`, `);e.env.warn(`Docsteward: on needs one of ${n} and a function, not ${$(t)}.`)}else return e.hub.on(t,e=>{n(e)})}var so={greeting:lo,assistantName:lo,suggestions:e=>Array.isArray(e)&&e.every(lo),theme:e=>e===`auto`||e===`light`||e===`dark`,labels:e=>typeof e==`object`&&!!e&&Object.values(e).every(lo)};function co(e,t){if(typeof t!=`object`||!t){e.env.warn(`Docsteward: configure needs an object, not ${$(t)}.`);return}let n={};for(let[r,i]of Object.entries(t))if(r===`tools`)e.tools.configure(i);else if(Object.hasOwn(so,r))so[r](i)?n[r]=i:e.env.warn(`Docsteward: the setting ${$(r)} cannot be ${$(i)}.`);else{let t=[...Object.keys(cn),`tools`].join(`, `);e.env.warn(`Docsteward: there is no setting ${$(r)}. There are: ${t}.`)}e.configure(n)}function lo(e){return typeof e==`string`}function $(e){return JSON.stringify(e)??String(e)}function uo(e,t){let{document:n}=t,r=()=>{!e.isConnected&&n.body&&n.body.append(e)},i=new t.MutationObserver(()=>{r(),n.body&&i.observe(n.body,{childList:!0})});return r(),i.observe(n.documentElement,{childList:!0}),n.body&&i.observe(n.body,{childList:!0}),()=>{i.disconnect(),e.remove()}}var fo=`docsteward-widget`;function po(e,t){let n=e?.getAttribute(`src`)??``,r=e?.getAttribute(`data-key`)??``;return r===``||!URL.canParse(n,t.document.baseURI)?(console.warn(`Docsteward: the script tag needs its address in src and the site's key in data-key.`),null):{origin:new URL(n,t.document.baseURI).origin,key:r}}function mo(e,t){if(e.Docsteward?.loaded)return;let n=e.Docsteward?.q??[],r=go(e,t),i=(e,...t)=>ao(r,e,t);i.loaded=!0,e.Docsteward=i;for(let e of Array.from(n))ho(r,e);vo(e,()=>{e.Docsteward===i&&_o(e,r)})}function ho(e,t){if(t.gone)return;let[n,...r]=Array.from(t),i=ao(e,n,r);typeof i==`function`&&(t.off=i)}function go(e,t){e.customElements.get(fo)||e.customElements.define(fo,Za);let n=new e.CSSStyleSheet,r=new ln(eo(e),t.origin,t.key,n),i=e.document.createElement(fo);i.app=r;let a={app:r,element:i,cleanups:[],unload:()=>{for(let e of a.cleanups.splice(0))e();r.dispose(),e.Docsteward=yo()}};return i.updateComplete.then(()=>i.shadowRoot?.adoptedStyleSheets.push(n)),a}function _o(e,t){let{app:n,element:r}=t;t.cleanups.push(uo(r,e),on(e,()=>n.changed())),n.offers.reportFollowed(),n.chat.restore()}function vo(e,t){e.document.body?t():e.document.addEventListener(`DOMContentLoaded`,t,{once:!0})}function yo(){let e=[],t=(...t)=>{let n=t;return e.push(n),()=>{n.gone=!0,n.off?.()}};return t.q=e,t}if(typeof document<`u`){let e=po(document.currentScript??[...document.querySelectorAll(`script[data-key]`)].at(-1)??null,window);e&&mo(window,e)}})();