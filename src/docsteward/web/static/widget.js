(function(){var e=2e5,t=/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/(?:javascript|x-ndjson|yaml)\b)/i;async function n(e,t){let n=r(e.url,t.page());if(n===null)return t.warn(`Docsteward: ${JSON.stringify(e.url)} is not an address on this page's site.`),{error:`network`};let o=new AbortController,s=!1,c=t.after(()=>{s=!0,o.abort()},(e.seconds??10)*1e3);try{return await a(await t.fetch(n,i(e,o.signal)))}catch(e){if(s)return{error:`timeout`};if(e instanceof TypeError||e instanceof DOMException)return{error:`network`};throw e}finally{c()}}function r(e,t){if(!/^[/?#.\w]/.test(e)||/^[\\/]{2}/.test(e)||/^[a-z][a-z0-9+.-]*:/i.test(e)||!URL.canParse(e,t))return null;let n=new URL(e,t);return n.origin===new URL(t).origin?n.href:null}function i(e,t){let n={method:e.method,credentials:`same-origin`,mode:`same-origin`,redirect:`follow`,cache:`no-store`,headers:{Accept:`application/json, text/html;q=0.9, */*;q=0.5`,...e.headers},signal:t};return e.body!==void 0&&e.method!==`GET`&&(n.body=JSON.stringify(e.body),n.headers={...n.headers,"Content-Type":`application/json`}),n}async function a(e){let n=e.headers.get(`content-type`)??``,r=n===``||t.test(n)?await o(e):``;return{status:e.status,content_type:n,body:r}}async function o(t){let n=t.body?.getReader();if(!n)return``;let r=new TextDecoder,i=``;for(;;){let{value:t,done:a}=await n.read();if(i+=r.decode(t,{stream:!a}),a)return i;if(i.length>e)return await n.cancel(),i.slice(0,e)}}function s(e){return typeof e==`object`&&!!e&&!Array.isArray(e)}function c(e){return s(e)&&typeof e.type==`string`}var l=class extends Error{status;code;details;constructor(e,t,n,r){super(n),this.status=e,this.code=t,this.details=r,this.name=`ServerError`}},u=class extends Error{trouble;constructor(e){super(e),this.trouble=e,this.name=`NetworkError`}};async function d(e){let t=await e.text();try{let n=JSON.parse(t);if(s(n)&&s(n.error)){let{code:t,message:r,details:i}=n.error;if(typeof t==`string`&&typeof r==`string`)return new l(e.status,t,r,s(i)?i:{})}}catch(e){if(!(e instanceof SyntaxError))throw e}return new l(e.status,`unreadable`,``,{})}var f=[500,2e3,5e3];async function p(e,t){for(let n of f){try{return await e()}catch(e){if(!m(e))throw e}await t(n)}return e()}function m(e){return e instanceof u?e.trouble!==`blocked`:e instanceof l&&e.status>=500}var h=class{options;#e=new Map;constructor(e){this.options=e}async run(e,t){let n=await this.options.once.claim(t.call);if(n===`taken`)return;let r=n===`lost`?{error:`network`}:await this.#t(t);await this.#n(e,t.call,r)}resend(e){let t=this.#e.get(e);return t?(this.#e.delete(e),this.#n(e,t.call,t.report),!0):!1}#t(e){let{request:t}=e;if(t.kind!==`fetch`)return this.options.door.warn(`Docsteward: this script cannot carry out ${JSON.stringify(t)}.`),Promise.resolve({error:`network`});let r=t.seconds??e.seconds??10;return n({...t,seconds:r},this.options.door)}async#n(e,t,n){try{await p(()=>this.options.client.report(t,n),this.options.sleep),this.options.once.settle(t)}catch(r){if(r instanceof l&&r.status<500)return;if(!(r instanceof l)&&!(r instanceof u))throw r;this.#e.set(e,{call:t,report:n}),this.options.onUnsent(e,r)}}};function g(e,t){return{key:e,id:null,question:t,state:`sending`,status:null,texts:[],sources:[],offers:[],calls:[],message:``,closest:[],problem:null,live:!0}}function _(e){return e.texts.map(e=>e.text).filter(e=>e!==``).join(`

`)}function v(e){return e.problem?!1:e.state===`sending`||e.state===`running`||e.state===`waiting`}var ee=class extends Error{constructor(e,t){super(e),this.name=`ParseError`,this.type=t.type,this.field=t.field,this.value=t.value,this.line=t.line}},te=10,ne=13,y=32;function re(e){}function ie(e){if(typeof e==`function`)throw TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");let{onEvent:t=re,onError:n=re,onRetry:r=re,onComment:i,maxBufferSize:a}=e,o=[],s=0,c=!0,l,u=``,d=0,f,p=!1;function m(e){if(p)throw Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");if(c&&(c=!1,e.charCodeAt(0)===239&&e.charCodeAt(1)===187&&e.charCodeAt(2)===191&&(e=e.slice(3))),o.length===0){let t=g(e);t!==``&&(o.push(t),s=t.length),h();return}if(e.indexOf(`
`)===-1&&e.indexOf(`\r`)===-1){o.push(e),s+=e.length,h();return}o.push(e);let t=o.join(``);o.length=0,s=0;let n=g(t);n!==``&&(o.push(n),s=n.length),h()}function h(){a!==void 0&&(s+u.length<=a||(p=!0,o.length=0,s=0,l=void 0,u=``,d=0,f=void 0,n(new ee(`Buffered data exceeded max buffer size of ${a} characters`,{type:`max-buffer-size-exceeded`}))))}function g(e){let n=0;if(e.indexOf(`\r`)===-1){let r=e.indexOf(`
`,n);for(;r!==-1;){if(n===r){d>0&&t({id:l,event:f,data:u}),l=void 0,u=``,d=0,f=void 0,n=r+1,r=e.indexOf(`
`,n);continue}let i=e.charCodeAt(n);if(ae(e,n,i)){let i=e.charCodeAt(n+5)===y?n+6:n+5,a=e.slice(i,r);if(d===0&&e.charCodeAt(r+1)===te){t({id:l,event:f,data:a}),l=void 0,u=``,f=void 0,n=r+2,r=e.indexOf(`
`,n);continue}u=d===0?a:`${u}
${a}`,d++}else oe(e,n,i)?f=e.slice(e.charCodeAt(n+6)===y?n+7:n+6,r)||void 0:_(e,n,r);n=r+1,r=e.indexOf(`
`,n)}return e.slice(n)}for(;n<e.length;){let t=e.indexOf(`\r`,n),r=e.indexOf(`
`,n),i=-1;if(t!==-1&&r!==-1?i=t<r?t:r:t===-1?r!==-1&&(i=r):i=t===e.length-1?-1:t,i===-1)break;_(e,n,i),n=i+1,e.charCodeAt(n-1)===ne&&e.charCodeAt(n)===te&&n++}return e.slice(n)}function _(e,t,n){if(t===n){ie();return}let r=e.charCodeAt(t);if(ae(e,t,r)){let r=e.charCodeAt(t+5)===y?t+6:t+5,i=e.slice(r,n);u=d===0?i:`${u}
${i}`,d++;return}if(oe(e,t,r)){f=e.slice(e.charCodeAt(t+6)===y?t+7:t+6,n)||void 0;return}if(r===105&&e.charCodeAt(t+1)===100&&e.charCodeAt(t+2)===58){let r=e.slice(e.charCodeAt(t+3)===y?t+4:t+3,n);r.includes(`\0`)||(l=r);return}if(r===58){if(i){let r=e.slice(t,n);i(r.slice(e.charCodeAt(t+1)===y?2:1))}return}let a=e.slice(t,n),o=a.indexOf(`:`);if(o===-1){v(a,``,a);return}let s=a.slice(0,o),c=a.charCodeAt(o+1)===y?2:1;v(s,a.slice(o+c),a)}function v(e,t,i){switch(e){case`event`:f=t||void 0;break;case`data`:u=d===0?t:`${u}
${t}`,d++;break;case`id`:t.includes(`\0`)||(l=t);break;case`retry`:/^\d+$/.test(t)?r(parseInt(t,10)):n(new ee(`Invalid \`retry\` value: "${t}"`,{type:`invalid-retry`,value:t,line:i}));break;default:n(new ee(`Unknown field "${e.length>20?`${e.slice(0,20)}\u2026`:e}"`,{type:`unknown-field`,field:e,value:t,line:i}))}}function ie(){d>0&&t({id:l,event:f,data:u}),l=void 0,u=``,d=0,f=void 0}function se(e={}){if(e.consume&&o.length>0){let e=o.join(``);_(e,0,e.length)}c=!0,l=void 0,u=``,d=0,f=void 0,o.length=0,s=0,p=!1}return{feed:m,reset:se}}function ae(e,t,n){return n===100&&e.charCodeAt(t+1)===97&&e.charCodeAt(t+2)===116&&e.charCodeAt(t+3)===97&&e.charCodeAt(t+4)===58}function oe(e,t,n){return n===101&&e.charCodeAt(t+1)===118&&e.charCodeAt(t+2)===101&&e.charCodeAt(t+3)===110&&e.charCodeAt(t+4)===116&&e.charCodeAt(t+5)===58}var se=class{#e=new TextDecoder;#t=ie({onEvent:e=>{let t=ce(e.data,e.id??null);t&&this.#n.push(t)}});#n=[];push(e){this.#t.feed(this.#e.decode(e,{stream:!0}));let t=this.#n;return this.#n=[],t}};function ce(e,t){if(e===`[DONE]`)return{kind:`done`};try{let n=JSON.parse(e);return c(n)?{kind:`part`,part:n,id:t}:null}catch(e){if(e instanceof SyntaxError)return null;throw e}}var le=45e3,ue=[400,1e3,2e3,4e3,8e3,15e3];async function de(e){let t={turn:e.turn??null,after:null,parts:0,done:!1},n=0;for(;;){let r=t.parts,i=await pe(e,t);if(t.done)return;if(e.signal.throwIfAborted(),i instanceof l&&i.status<500)throw i;n=t.parts>r?0:n+1;let a=ue[n];if(a===void 0)throw fe(i)?i:new u(`unreachable`);t.parts>0&&e.onReconnect(),await e.sleep(a,e.signal)}}function fe(e){return e instanceof l||e instanceof u}async function pe(e,t){let n=new AbortController,r=()=>n.abort(e.signal.reason);e.signal.addEventListener(`abort`,r,{once:!0});try{return await he(await me(e,t,n.signal),e,t,n),null}catch(t){if(e.signal.throwIfAborted(),t instanceof Error||t instanceof DOMException)return t;throw t}finally{e.signal.removeEventListener(`abort`,r)}}function me(e,t,n){return t.turn===null?e.source.start(n):e.source.resume(t.turn,t.after,n)}async function he(e,t,n,r){let i=e.body?.getReader();if(!i)return;let a=new se,o=()=>void i.cancel().catch(()=>void 0),s=()=>{r.abort(),o()},c=t.watch(s,le);try{for(;;){let{value:e,done:r}=await i.read();if(r)return;c(),c=t.watch(s,le);for(let r of a.push(e))ge(r,t,n);if(n.done)return}}finally{c(),o()}}function ge(e,t,n){if(e.kind===`done`){n.done=!0;return}if(_e(e.id,n.after))return;n.after=e.id??n.after,n.parts+=1;let{part:r}=e;r.type===`start`&&typeof r.messageId==`string`&&(n.turn=r.messageId),t.onPart(r)}function _e(e,t){return e===null||t===null?!1:Number(e)<=Number(t)}function ve(e,t){let n=Object.hasOwn(be,t.type)?be[t.type]:void 0;return n?n(e,t):e}function ye(e,t){let n={...g(e.turn,e.question),id:e.turn,live:t};return e.state===`running`||e.state===`waiting`?{...n,state:`running`}:{...e.parts.reduce(ve,n),state:e.state,status:null,calls:[]}}var be={start:(e,t)=>({...e,id:x(t.messageId)||e.id,state:`running`}),"data-status":xe,"text-start":(e,t)=>Ce(e,x(t.id),``),"text-delta":(e,t)=>Ce(e,x(t.id),x(t.delta)),text:(e,t)=>Ce(e,`stored-${e.texts.length}`,x(t.text)),"source-url":we,"source-document":we,"data-offer":Te,"data-call":Ee,"data-verdict":Oe,error:ke,finish:e=>({...e,status:null})};function xe(e,t){let n=s(t.data)?t.data:{},r=x(n.phase);return Se(r)?{...e,status:{phase:r,title:x(n.title)}}:e}function Se(e){return[`searching`,`thinking`,`tool`,`page`].includes(e)}function Ce(e,t,n){let r=e.texts.some(e=>e.id===t);if(!r&&n===``)return e;let i=r?e.texts.map(e=>e.id===t?{id:t,text:e.text+n}:e):[...e.texts,{id:t,text:n}];return{...e,texts:i,status:null}}function we(e,t){let n=x(t.sourceId);if(n===``)return e;let r=s(t.providerMetadata)?t.providerMetadata.docsteward:null,i=s(r)?r:{},a=x(t.url),o={id:n,number:typeof i.number==`number`?i.number:e.sources.length+1,kind:i.kind===`tool`?`tool`:`section`,title:x(t.title)||a||n,url:a||null,passage:x(i.passage)};return{...e,sources:Ie(e.sources,o,e=>e.id)}}function Te(e,t){let n=s(t.data)?Me(t.data):null;return n?{...e,offers:Ie(e.offers,n,e=>e.offer)}:e}function Ee(e,t){let n=s(t.data)?t.data:{},r=x(n.call);if(r===``||!s(n.request))return e;let i={call:r,tool:x(n.tool),title:x(n.title),request:n.request,seconds:typeof n.seconds==`number`?n.seconds:10};return{...e,calls:Ie(e.calls,i,e=>e.call)}}var De=[`answered`,`refused`,`withdrawn`,`stopped`,`interrupted`,`failed`];function Oe(e,t){let n=s(t.data)?t.data:{},r=x(n.state);if(!De.includes(r))return e;let i=Array.isArray(n.closest)?n.closest.flatMap(Ae):[],a={...e,state:r,status:null,message:x(n.message),closest:i};return r===`withdrawn`?{...a,texts:[],sources:[]}:a}function ke(e,t){let n=x(t.errorText),r=e.state===`interrupted`?`interrupted`:`failed`;return{...e,state:r,status:null,message:n||e.message}}function Ae(e){if(!s(e))return[];let t=x(e.url);return t===``?[]:[{url:t,title:x(e.title)||t}]}var je=[`offered`,`reserved`,`done`,`failed`,`unknown`,`expired`];function Me(e){let t=x(e.offer),n=x(e.state)||`offered`;if(t===``||!je.includes(n))return null;let r=s(e.link)?e.link:null;return{offer:t,tool:x(e.tool),kind:e.kind===`form`?`form`:`button`,title:x(e.title),label:x(e.label)||x(e.title)||x(e.tool),args:s(e.args)?e.args:{},line:x(e.line),fields:Array.isArray(e.fields)?e.fields.flatMap(Pe):[],link:r?{url:x(r.url),new_tab:r.new_tab===!0}:null,state:n,outcome:typeof e.outcome==`string`?e.outcome:null}}var Ne=[`text`,`email`,`url`,`number`,`integer`,`checkbox`,`select`,`textarea`,`date`,`time`,`datetime-local`];function Pe(e){if(!s(e)||x(e.name)===``)return[];let t=x(e.type);return[{name:x(e.name),label:x(e.label)||x(e.name),type:Ne.includes(t)?t:`text`,required:e.required===!0,value:Fe(e.value)?e.value:null,options:Array.isArray(e.options)?e.options.filter(Fe):[],minimum:b(e.minimum),maximum:b(e.maximum),step:b(e.step),min_length:b(e.min_length),max_length:b(e.max_length),pattern:typeof e.pattern==`string`?e.pattern:null}]}function Fe(e){return[`string`,`number`,`boolean`].includes(typeof e)}function b(e){return typeof e==`number`?e:null}function x(e){return typeof e==`string`?e:``}function Ie(e,t,n){return e.some(e=>n(e)===n(t))?e.map(e=>n(e)===n(t)?t:e):[...e,t]}var Le={turns:[],desks:{},notice:``},Re={busy:!1,open:!1,values:{},faults:{},reason:``};function ze(e,t){switch(t.type){case`ask`:return Be(e,[...e.turns,g(t.key,t.question)]);case`again`:return S(e,t.key,e=>({...g(e.key,e.question),id:e.id}));case`mend`:return S(e,t.key,e=>({...e,problem:null}));case`part`:return S(e,t.key,e=>ve(e,t.part));case`reconnect`:return S(e,t.key,e=>({...e,status:{phase:`reconnecting`,title:``}}));case`problem`:return S(e,t.key,e=>({...e,status:null,problem:t.problem}));case`stopped`:return S(e,t.key,e=>v(e)?{...e,state:`stopped`,status:null}:e);case`desk`:return Ve(e,t.offer,t.desk);case`outcome`:return He(e,t.offer,t.state,t.outcome);case`restore`:return Ue(e,t.conversation,t.seen);case`notice`:return{...e,notice:t.notice};case`clear`:return Le}}function Be(e,t){return{...e,turns:t.slice(-50)}}function S(e,t,n){return{...e,turns:e.turns.map(e=>e.key===t?n(e):e)}}function Ve(e,t,n){let r=e.desks[t]??Re;return{...e,desks:{...e.desks,[t]:{...r,...n}}}}function He(e,t,n,r){let i=e.turns.map(e=>({...e,offers:e.offers.map(e=>e.offer===t?{...e,state:n,outcome:r}:e)})),a=n===`failed`?r??``:``;return Ve({...e,turns:i},t,{busy:!1,reason:a,faults:{}})}function Ue(e,t,n){let r=new Set(e.turns.flatMap(e=>e.id===null?[]:[e.id]));return Be(e,[...t.turns.filter(e=>!r.has(e.turn)).map(e=>ye(e,n.has(e.turn))),...e.turns])}var We=[`open`,`close`,`answer`,`offer`,`outcome`],Ge=class{warn;#e=Le;#t=new Set;#n=new Map;constructor(e){this.warn=e}get state(){return this.#e}dispatch(e){let t=ze(this.#e,e);if(t!==this.#e){this.#e=t;for(let e of this.#t)e()}}watch(e){return this.#t.add(e),()=>this.#t.delete(e)}on(e,t){let n=this.#n.get(e)??new Set;return this.#n.set(e,n.add(t)),()=>n.delete(t)}emit(e,t){for(let n of this.#n.get(e)??[])try{n(t)}catch(t){this.warn(`Docsteward: a listener of ${JSON.stringify(e)} failed.`,t)}}clear(){this.#t.clear(),this.#n.clear()}};function Ke(e,t){if(e instanceof u)return{code:`network`,message:t[e.trouble]};if(!(e instanceof l))throw e;if(e.code===`turn_running`)return{code:e.code,message:t.turnRunning};let n=e.status<500&&e.message!==``;return{code:e.code,message:n?e.message:t.serverFault}}function qe(e){return e instanceof DOMException&&e.name===`AbortError`}var Je=class{options;#e=null;#t=null;constructor(e){this.options=e}get busy(){return this.options.hub.state.turns.some(v)}ask(e){let t=e.trim();if(t===``||this.busy)return!1;let n=`m_${this.options.newId()}`;return this.options.hub.dispatch({type:`ask`,key:n,question:t}),this.options.hub.dispatch({type:`notice`,notice:this.#m()}),this.#a(n,t,null),!0}again(e){let{hub:t,calls:n}=this.options;e.problem?.code===`report`&&n.resend(e.key)?t.dispatch({type:`mend`,key:e.key}):e.problem?.code===`network`&&!this.busy?(t.dispatch({type:`again`,key:e.key}),this.#a(e.key,e.question,e.id)):this.ask(e.question)}stop(){let e=this.#e;if(!e||e.stopped)return;let t=this.#p(e.key);e.stopped=!0,this.options.hub.dispatch({type:`stopped`,key:e.key}),t&&this.#d({...t,state:`stopped`}),t?.id&&this.#f(t.id,e)}clear(){this.stop(),this.options.memory.endConversation(),this.options.hub.dispatch({type:`clear`})}restore(){return this.#t??=this.#n().finally(()=>{this.#t=null}),this.#t}async#n(){let{hub:e,client:t,memory:n,labels:r}=this.options,i=n.conversation;if(!(i===null||e.state.turns.some(e=>e.id!==null)))try{let r=await t.conversation(i);if(n.conversation!==i)return;e.dispatch({type:`restore`,conversation:r,seen:n.seen}),this.#r()}catch(t){if(!(t instanceof l)&&!(t instanceof u))throw t;let i=t instanceof l&&[401,404].includes(t.status);i&&e.state.turns.length===0&&n.endConversation();let a=i?r().expired:Ke(t,r()).message;e.dispatch({type:`notice`,notice:a})}}dispose(){this.#e?.abort.abort(),this.#e=null}#r(){let e=this.options.hub.state.turns.find(e=>v(e)&&e.id!==null);e&&!this.#e&&this.#a(e.key,e.question,e.id)}#i(e,t){let{client:n,memory:r,page:i}=this.options,a=r.conversation??r.beginConversation();return{start:r=>n.chat({conversation:a,message:e,text:t,page:i()},r),resume:(e,t,r)=>n.events(e,t,r)}}async#a(e,t,n){let r={key:e,abort:new AbortController,stopped:!1};this.#e=r;try{await this.#o(r,t,n),this.#s(e)}catch(t){qe(t)||this.#c(e,t)}finally{this.#e===r&&(this.#e=null)}}async#o(e,t,n){let{hub:r,memory:i,labels:a,sleep:o,watch:s}=this.options,c=()=>de({source:this.#i(e.key,t),turn:n,signal:e.abort.signal,onPart:t=>this.#l(e,t),onReconnect:()=>{e.stopped||r.dispatch({type:`reconnect`,key:e.key})},sleep:o,watch:s});try{await c()}catch(e){if(!(e instanceof l&&e.status===401&&n===null))throw e;i.endConversation(),r.state.turns.length>1&&r.dispatch({type:`notice`,notice:a().expired}),await c()}}#s(e){let t=this.#p(e);if(!t||!v(t))return;let n={code:`cut`,message:this.options.labels().interrupted};this.options.hub.dispatch({type:`problem`,key:e,problem:n})}#c(e,t){let n=this.#p(e);if(!n||!v(n))return;let r=Ke(t,this.options.labels());this.options.hub.dispatch({type:`problem`,key:e,problem:r})}#l(e,t){let{hub:n,memory:r,calls:i}=this.options;if(e.stopped){let n=t.messageId;t.type===`start`&&typeof n==`string`&&this.#f(n,e);return}let a=this.#p(e.key);n.dispatch({type:`part`,key:e.key,part:t});let o=this.#p(e.key);if(a&&o){o.id&&o.id!==a.id&&r.addSeen(o.id);for(let t of o.calls.slice(a.calls.length))i.run(e.key,t);this.#u(t,o)}}#u(e,t){let{hub:n}=this.options,r=s(e.data)?e.data:{};if(e.type===`data-offer`){let e=t.offers.find(e=>e.offer===r.offer);e&&n.emit(`offer`,{offer:e.offer,tool:e.tool,label:e.label})}e.type===`data-verdict`&&this.#d(t)}#d(e){let t=e.sources.map(({title:e,url:t})=>({title:e,url:t})),{id:n,question:r,state:i}=e;this.options.hub.emit(`answer`,{turn:n,question:r,state:i,text:_(e),sources:t})}async#f(e,t){try{await this.options.client.stop(e)}catch(e){if(!(e instanceof l)&&!(e instanceof u))throw e}t.abort.abort()}#p(e){return this.options.hub.state.turns.find(t=>t.key===e)}#m(){let{memory:e,labels:t}=this.options;return e.lasting?``:t().notKept}},Ye=class{site;tab;newId;#e;constructor(e,t,n,r){this.site=t,this.tab=n,this.newId=r,this.#e=`docsteward:${e}:`}get lasting(){return this.site.lasting}load(){let e=Xe(this.site.get(`${this.#e}session`));if(!s(e))return null;let{token:t,expires:n,assistant:r}=e;return typeof t!=`string`||typeof n!=`string`?null:{token:t,expires:n,assistant:typeof r==`string`?r:``}}save(e){e?this.site.set(`${this.#e}session`,JSON.stringify(e)):this.site.remove(`${this.#e}session`)}get conversation(){return this.site.get(`${this.#e}conversation`)}beginConversation(){let e=`c_${this.newId()}`;return this.site.set(`${this.#e}conversation`,e),e}endConversation(){this.site.remove(`${this.#e}conversation`),this.tab.remove(`${this.#e}seen`),this.tab.remove(`${this.#e}links`)}get tabId(){let e=this.tab.get(`${this.#e}tab`);if(e)return e;let t=this.newId();return this.tab.set(`${this.#e}tab`,t),t}get open(){return this.tab.get(`${this.#e}open`)===`1`}set open(e){this.tab.set(`${this.#e}open`,e?`1`:`0`)}get draft(){return this.tab.get(`${this.#e}draft`)??``}set draft(e){this.tab.set(`${this.#e}draft`,e)}get seen(){return new Set(this.#t(`seen`))}addSeen(e){this.#n(`seen`,[...this.#t(`seen`).filter(t=>t!==e),e])}get followed(){return this.#t(`links`)}addFollowed(e){this.#n(`links`,[...this.#t(`links`).filter(t=>t!==e),e])}dropFollowed(e){this.#n(`links`,this.#t(`links`).filter(t=>t!==e))}#t(e){let t=Xe(this.tab.get(this.#e+e));return Array.isArray(t)?t.filter(e=>typeof e==`string`):[]}#n(e,t){this.tab.set(this.#e+e,JSON.stringify(t.slice(-50)))}};function Xe(e){if(e===null)return null;try{return JSON.parse(e)}catch(e){if(e instanceof SyntaxError)return null;throw e}}function Ze(e){return Object.fromEntries(e.map(e=>[e.name,Qe(e)]))}function Qe(e){let{value:t}=e;return e.type===`checkbox`?t===!0||t===`true`?`true`:`false`:t===null?``:e.type===`select`?e.options.includes(t)?String(t):``:e.type===`datetime-local`?ot(String(t)):String(t)}function $e(e,t,n,r){let i={},a={};for(let o of e){let e=t[o.name]??``;if(o.type===`checkbox`)i[o.name]=e===`true`;else if(e.trim()===``)o.required&&(a[o.name]=n.fieldRequired);else{let t=et(o,e,r);t===null?a[o.name]=tt(o,n):i[o.name]=t}}return{args:i,faults:a}}function et(e,t,n){switch(e.type){case`number`:return rt(t,n);case`integer`:{let e=rt(t,n);return e!==null&&Number.isSafeInteger(e)?e:null}case`select`:return e.options.find(e=>String(e)===t)??null;case`datetime-local`:return at(t);default:return t}}function tt(e,t){return e.type===`integer`?t.fieldInteger:e.type===`number`?t.fieldNumber:e.type===`select`?t.fieldChoice:t.fieldDate}var nt=/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;function rt(e,t){let n=e.trim().replace(`−`,`-`),r=it(t)===`,`,i=/^[+-]?\d{1,3}([.,])\d{3}$/.exec(n);if(i&&i[1]===`,`!==r||(n.includes(`.`)||(n=n.replace(`,`,`.`)),!nt.test(n)))return null;let a=Number(n);return Number.isFinite(a)?a:null}function it(e){return new Intl.NumberFormat(e).formatToParts(1.5).find(e=>e.type===`decimal`)?.value??`.`}function at(e){let t=new Date(e);if(Number.isNaN(t.getTime()))return null;let n=-t.getTimezoneOffset(),r=n<0?`-`:`+`,i=e=>String(Math.abs(e)).padStart(2,`0`),a=`${r}${i(Math.trunc(n/60))}:${i(n%60)}`;return(/T\d\d:\d\d$/.test(e)?`${e}:00`:e)+a}function ot(e){if(!/(?:Z|[+-]\d\d:\d\d)$/i.test(e))return e.slice(0,16);let t=new Date(e);return Number.isNaN(t.getTime())?``:new Date(t.getTime()-t.getTimezoneOffset()*6e4).toISOString().slice(0,16)}var st={launcher:`Ask`,launcherName:`Ask the documentation`,title:`Ask the docs`,greeting:`What would you like to know? I answer from this documentation and show you where it says so.`,suggestions:`Suggestions`,placeholder:`Ask a question`,composerName:`Your question`,send:`Send`,stop:`Stop`,close:`Close`,clear:`New chat`,conversation:`Conversation`,you:`You asked`,newest:`Go to the newest message`,tooLong:`{count} characters too many`,searching:`Searching the documentation`,thinking:`Reading what was found`,tool:`Asking {title}`,toolUnnamed:`Asking a tool`,page:`Asking this site`,reconnecting:`The connection was lost. Connecting again`,sending:`Sending`,sources:`Sources`,sourceName:`Source {number}: {title}`,passage:`Show the passage of source {number}`,closest:`Closest pages`,copy:`Copy answer`,copied:`Copied`,copyFailed:`Copying was not allowed`,copyCode:`Copy code`,askAgain:`Ask again`,retry:`Try again`,stopped:`Stopped.`,interrupted:`The answer was cut off.`,failed:`The answer could not be finished.`,refused:`The documentation does not answer this.`,offline:`You seem to be offline.`,blocked:`This page may not talk to its assistant. If you run this site, add its address to the allowed origins.`,unreachable:`The assistant cannot be reached at the moment.`,serverFault:`The assistant had a fault. Nothing you did caused it.`,turnRunning:`Another question in this conversation is still being answered.`,expired:`The former conversation has ended, so this one starts anew.`,notKept:`This browser keeps nothing for this site, so the conversation ends with the page.`,reportFailed:`What this page found out could not be sent to the assistant.`,mayHaveRun:`This may have run already. Check before you do it again.`,offerExpired:`This offer has expired. Ask again to get a new one.`,offerPast:`Offered earlier: {label}`,pressFailed:`It did not work. You can try again.`,pressUnsent:`It could not be sent: {reason}`,working:`Working`,opened:`Opened.`,done:`Done.`,cancel:`Cancel`,required:`required`,choose:`Choose`,fieldRequired:`This is required.`,fieldNumber:`Write a number, without separators for thousands.`,fieldInteger:`Write a whole number, without separators.`,fieldChoice:`Choose one of the list.`,fieldDate:`Write a date and a time.`,faultsOne:`One field needs another look.`,faultsMany:`{count} fields need another look.`,taskDone:`Done:`,taskOpen:`To do:`,newTab:` (opens in a new tab)`,answerReady:`Answer: {text}`,sourcesOne:`One source.`,sourcesCount:`{count} sources.`};function C(e,t){return e.replace(/\{(\w+)\}/g,(e,n)=>String(t[n]??e))}var ct=class{options;constructor(e){this.options=e}desk(e){return this.options.hub.state.desks[e.offer]??Re}openForm(e){let t=this.desk(e).values,n={...Ze(e.fields),...t};this.#s(e,{open:!0,values:n,faults:{},reason:``})}closeForm(e){this.desk(e).busy||this.#s(e,{open:!1})}type(e,t,n){let{values:r,faults:i}=this.desk(e),{[t]:a,...o}=i;this.#s(e,{values:{...r,[t]:n},faults:o})}async submit(e){let{labels:t,locale:n}=this.options,{values:r}=this.desk(e),{args:i,faults:a}=$e(e.fields,r,t(),n());return Object.keys(a).length>0?(this.#s(e,{faults:a,reason:``}),!1):this.press(e,i)}async press(e,t={}){if(this.desk(e).busy)return!1;this.#s(e,{busy:!0,faults:{},reason:``});try{let{client:n,sleep:r}=this.options,i=await p(()=>n.press(e.offer,t),r);return await this.#e(e,i),!0}catch(t){return this.#i(e,t),!1}}async follow(e){let{client:t,memory:n}=this.options;if(!(e.state===`done`||this.desk(e).busy)){this.#s(e,{busy:!0}),n.addFollowed(e.offer);try{await t.press(e.offer,{}),this.#r(e,await t.outcome(e.offer,{ok:!0}))}catch(t){if(!w(t))throw t;this.#o(e,`done`,this.options.labels().opened)}n.dropFollowed(e.offer)}}async reportFollowed(){let{client:e,memory:t}=this.options;for(let n of t.followed){t.dropFollowed(n);try{await e.outcome(n,{ok:!0})}catch(e){if(!w(e))throw e}}}async#e(e,t){if(t.state!==`reserved`){this.#r(e,t);return}if(await this.options.once.claim(e.offer)!==`ours`){this.#o(e,`unknown`,this.options.labels().mayHaveRun);return}let n=await this.#t(t.request),r=await this.#n(e,n);r?.state===`failed`&&this.options.once.release(e.offer),r&&t.request.kind===`href`&&this.options.navigate(t.request.url,t.request.new_tab)}async#t(e){switch(e.kind){case`fetch`:return n(e,this.options.door);case`event`:return this.options.dispatchEvent(e.name,e.detail),{ok:!0};case`href`:return{ok:!0}}}async#n(e,t){let{client:n,sleep:r,labels:i}=this.options;try{let i=await p(()=>n.outcome(e.offer,t),r);return this.#r(e,i),i}catch(t){if(!w(t))throw t;return this.#o(e,`unknown`,i().mayHaveRun),null}}#r(e,t){if(t.state===`reserved`)return;let{labels:n}=this.options,r=t.state===`failed`?n().pressFailed:n().done;this.#o(e,t.state,t.outcome||r)}#i(e,t){if(!w(t))throw t;let n=this.options.labels();if(t instanceof l&&t.code===`offer_closed`){this.#a(e,t);return}let r=t instanceof l?lt(t,e):{},{message:i}=Ke(t,n),a=Object.keys(r).length>0,o=t instanceof u?C(n.pressUnsent,{reason:i}):i;this.#s(e,{busy:!1,faults:r,reason:a?``:o})}#a(e,t){let n=this.options.labels(),r=t.details.outcome,i=typeof r==`string`&&r!==``?r:null;switch(t.details.state){case`done`:return this.#o(e,`done`,i??n.done);case`expired`:return this.#o(e,`expired`,i??n.offerExpired);default:return this.#o(e,`unknown`,i??n.mayHaveRun)}}#o(e,t,n){let{hub:r}=this.options;r.dispatch({type:`outcome`,offer:e.offer,state:t,outcome:n}),r.emit(`outcome`,{offer:e.offer,tool:e.tool,state:t,outcome:n})}#s(e,t){this.options.hub.dispatch({type:`desk`,offer:e.offer,desk:t})}};function w(e){return e instanceof l||e instanceof u}function lt(e,t){let n=e.details.faults;if(!Array.isArray(n))return{};let r={};for(let e of n){if(!s(e))continue;let n=String(e.field);t.fields.some(e=>e.name===n)&&(r[n]??=String(e.message))}return r}var ut=class{shared;tab;lock;#e=new Set;constructor(e,t,n){this.shared=e,this.tab=t,this.lock=n}async claim(e){return this.#e.has(e)?`taken`:(this.#e.add(e),await this.lock(`docsteward:once`,()=>Promise.resolve(this.#t(e)))??`taken`)}#t(e){let t=this.#n(),n=t.find(t=>t.id===e);return n?n.tab===this.tab?`lost`:`taken`:(this.#r([...t,{id:e,tab:this.tab}]),`ours`)}settle(e){this.#r(this.#n().map(t=>t.id===e?{id:e,tab:``}:t))}release(e){this.#e.delete(e),this.#r(this.#n().filter(t=>t.id!==e))}#n(){try{let e=JSON.parse(this.shared.get(`docsteward:once`)??`[]`);return Array.isArray(e)?e.filter(dt):[]}catch(e){if(e instanceof SyntaxError)return[];throw e}}#r(e){this.shared.set(`docsteward:once`,JSON.stringify(e.slice(-200)))}};function dt(e){return s(e)&&typeof e.id==`string`&&typeof e.tab==`string`}function ft(e){return e?async(t,n)=>e.request(t,()=>n()):(e,t)=>t()}function pt(e,t,n){if(e!==`auto`)return e;let r=t.trim();return r===`dark`||r===`only dark`?`dark`:r===`light`||r===`only light`?`light`:n?`dark`:`light`}function mt(e,t){let n=e.matchMedia(`(prefers-color-scheme: dark)`);n.addEventListener(`change`,t);let r=new e.MutationObserver(t),i=[`class`,`style`,`dir`,`lang`,`data-theme`,`data-md-color-scheme`];return r.observe(e.document.documentElement,{attributes:!0,attributeFilter:i}),e.document.body&&r.observe(e.document.body,{attributes:!0,attributeFilter:i}),()=>{n.removeEventListener(`change`,t),r.disconnect()}}var ht=class{#e;#t=null;constructor(e){this.#e=e}chat(e,t){let n={id:e.conversation,messages:[{id:e.message,role:`user`,parts:[{type:`text`,text:e.text}]}],page:e.page};return this.#r(`/chat`,{method:`POST`,body:n,signal:t})}events(e,t,n){let r=t===null?{}:{"Last-Event-ID":t};return this.#r(`/turns/${encodeURIComponent(e)}/events`,{method:`GET`,headers:r,signal:n})}async stop(e){await this.#r(`/turns/${encodeURIComponent(e)}/stop`,{method:`POST`})}async conversation(e){let t=`/conversations/${encodeURIComponent(e)}`;return await this.#n(t,{method:`GET`})}async report(e,t){await this.#n(`/calls/${encodeURIComponent(e)}`,{method:`POST`,body:t})}async press(e,t){let n=`/offers/${encodeURIComponent(e)}/press`,r={method:`POST`,body:{args:t},keepalive:!0};return await this.#n(n,r)}async outcome(e,t){let n=`/offers/${encodeURIComponent(e)}/outcome`;return await this.#n(n,{method:`POST`,body:t})}async#n(e,t){return(await this.#r(e,t)).json()}async#r(e,t){let n=await this.#i(),r={...t.headers,Authorization:`Bearer ${n.token}`};try{return await this.#o(e,{...t,headers:r})}catch(e){throw e instanceof l&&e.status===401&&this.#e.sessions.save(null),e}}async#i(){let e=this.#e.sessions.load();return e&&Date.parse(e.expires)>this.#e.now()?e:(this.#t??=this.#a().finally(()=>{this.#t=null}),this.#t)}async#a(){let e={key:this.#e.key},t=await(await this.#o(`/session`,{method:`POST`,body:e})).json();if(!s(t)||typeof t.token!=`string`)throw new l(200,`unreadable`,``,{});let n=s(t.assistant)?t.assistant.name:``,r={token:t.token,expires:String(t.expires_at),assistant:typeof n==`string`?n:``};return this.#e.sessions.save(r),r}async#o(e,t){let n={method:t.method,credentials:`omit`,cache:`no-store`,headers:{...t.headers}};t.body!==void 0&&(n.body=JSON.stringify(t.body),n.headers={...t.headers,"Content-Type":`application/json`}),t.signal&&(n.signal=t.signal),t.keepalive&&(n.keepalive=!0);let r=await this.#s(`${this.#e.origin}/api/v1${e}`,n);if(!r.ok)throw await d(r);return r}async#s(e,t){try{return await this.#e.fetch(e,t)}catch(e){throw t.signal?.aborted||!(e instanceof TypeError)?e:new u(await this.#c())}}async#c(){if(!this.#e.online())return`offline`;try{let e=`${this.#e.origin}/widget.js`;return await this.#e.fetch(e,{method:`HEAD`,mode:`no-cors`,cache:`no-store`}),`blocked`}catch(e){if(!(e instanceof TypeError))throw e;return`unreachable`}}},gt={greeting:``,suggestions:[],assistantName:``,theme:`auto`,labels:{}},_t=class{env;hub;memory;client;chat;offers;settings=gt;hidden=!1;#e=new Set;#t;constructor(e,t,n,r=null){this.env=e;let{newId:i,sleep:a,fetch:o}=e;this.#t=r,this.hub=new Ge(e.warn),this.memory=new Ye(n,e.site,e.tab,i);let{hub:s,memory:c}=this;this.client=new ht({origin:t,key:n,sessions:c,fetch:o,online:e.online,now:e.now});let{client:l}=this,u=new ut(e.site,c.tabId,e.lock),d=()=>this.labels,f=()=>this.page(),p={fetch:o,page:()=>f().url,after:e.after,warn:e.warn},m=new h({client:l,once:u,door:p,sleep:a,onUnsent:e=>{let t={code:`report`,message:d().reportFailed};s.dispatch({type:`problem`,key:e,problem:t})}});this.chat=new Je({hub:s,client:l,memory:c,calls:m,labels:d,page:f,newId:i,sleep:a,watch:e.after}),this.offers=new ct({hub:s,client:l,memory:c,once:u,door:p,labels:d,sleep:a,locale:()=>this.language(),dispatchEvent:e.dispatchEvent,navigate:e.navigate}),s.watch(()=>this.#n())}get labels(){return{...st,...this.settings.labels}}get title(){return this.settings.assistantName||this.memory.load()?.assistant||this.labels.title}configure(e){this.settings={...this.settings,...e},this.#n()}setHidden(e){this.hidden=e,this.#n()}findOffer(e){return this.hub.state.turns.flatMap(e=>e.offers).find(t=>t.offer===e)}watch(e){return this.#e.add(e),()=>this.#e.delete(e)}opened(){this.hub.emit(`open`,{}),this.chat.restore()}closed(){this.hub.emit(`close`,{})}page(){let{document:e,location:t}=this.env.window;return{url:t.href,title:e.title}}language(){let{document:e,navigator:t}=this.env.window,n=e.documentElement.lang||t.language;return yt(n)?n:`en`}look(){let{window:e}=this.env,t=e.getComputedStyle(e.document.documentElement),n=e.matchMedia(`(prefers-color-scheme: dark)`).matches;return{theme:pt(this.settings.theme,vt(e),n),direction:t.direction===`rtl`?`rtl`:`ltr`}}isSheet(){return this.env.window.matchMedia(`(max-width: 640px)`).matches}fitViewport(e){let t=this.env.window.visualViewport;if(!this.#t||!t||!e)return;let n=`${Math.round(t.height)}px`,r=`${Math.round(t.offsetTop)}px`;this.#t.replaceSync(`:host { --_height: ${n}; --_top: ${r}; }`)}changed(){this.#n()}dispose(){this.chat.dispose(),this.hub.clear(),this.#e.clear()}#n(){for(let e of this.#e)e()}};function vt(e){let{body:t,documentElement:n}=e.document,r=t?e.getComputedStyle(t).colorScheme:``;return r&&r!==`normal`?r:e.getComputedStyle(n).colorScheme}function yt(e){try{return Intl.getCanonicalLocales(e).length>0}catch(e){if(e instanceof RangeError)return!1;throw e}}var T=globalThis,bt=T.ShadowRoot&&(T.ShadyCSS===void 0||T.ShadyCSS.nativeShadow)&&`adoptedStyleSheets`in Document.prototype&&`replace`in CSSStyleSheet.prototype,xt=Symbol(),St=new WeakMap,Ct=class{constructor(e,t,n){if(this._$cssResult$=!0,n!==xt)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=t}get styleSheet(){let e=this.o,t=this.t;if(bt&&e===void 0){let n=t!==void 0&&t.length===1;n&&(e=St.get(t)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),n&&St.set(t,e))}return e}toString(){return this.cssText}},wt=e=>new Ct(typeof e==`string`?e:e+``,void 0,xt),Tt=(e,...t)=>new Ct(e.length===1?e[0]:t.reduce((t,n,r)=>t+(e=>{if(!0===e._$cssResult$)return e.cssText;if(typeof e==`number`)return e;throw Error(`Value passed to 'css' function must be a 'css' function result: `+e+`. Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.`)})(n)+e[r+1],e[0]),e,xt),Et=(e,t)=>{if(bt)e.adoptedStyleSheets=t.map(e=>e instanceof CSSStyleSheet?e:e.styleSheet);else for(let n of t){let t=document.createElement(`style`),r=T.litNonce;r!==void 0&&t.setAttribute(`nonce`,r),t.textContent=n.cssText,e.appendChild(t)}},Dt=bt?e=>e:e=>e instanceof CSSStyleSheet?(e=>{let t=``;for(let n of e.cssRules)t+=n.cssText;return wt(t)})(e):e,{is:Ot,defineProperty:kt,getOwnPropertyDescriptor:At,getOwnPropertyNames:jt,getOwnPropertySymbols:Mt,getPrototypeOf:Nt}=Object,E=globalThis,Pt=E.trustedTypes,Ft=Pt?Pt.emptyScript:``,It=E.reactiveElementPolyfillSupport,D=(e,t)=>e,Lt={toAttribute(e,t){switch(t){case Boolean:e=e?Ft:null;break;case Object:case Array:e=e==null?e:JSON.stringify(e)}return e},fromAttribute(e,t){let n=e;switch(t){case Boolean:n=e!==null;break;case Number:n=e===null?null:Number(e);break;case Object:case Array:try{n=JSON.parse(e)}catch{n=null}}return n}},Rt=(e,t)=>!Ot(e,t),zt={attribute:!0,type:String,converter:Lt,reflect:!1,useDefault:!1,hasChanged:Rt};Symbol.metadata??=Symbol(`metadata`),E.litPropertyMetadata??=new WeakMap;var O=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,t=zt){if(t.state&&(t.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((t=Object.create(t)).wrapped=!0),this.elementProperties.set(e,t),!t.noAccessor){let n=Symbol(),r=this.getPropertyDescriptor(e,n,t);r!==void 0&&kt(this.prototype,e,r)}}static getPropertyDescriptor(e,t,n){let{get:r,set:i}=At(this.prototype,e)??{get(){return this[t]},set(e){this[t]=e}};return{get:r,set(t){let a=r?.call(this);i?.call(this,t),this.requestUpdate(e,a,n)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??zt}static _$Ei(){if(this.hasOwnProperty(D(`elementProperties`)))return;let e=Nt(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(D(`finalized`)))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(D(`properties`))){let e=this.properties,t=[...jt(e),...Mt(e)];for(let n of t)this.createProperty(n,e[n])}let e=this[Symbol.metadata];if(e!==null){let t=litPropertyMetadata.get(e);if(t!==void 0)for(let[e,n]of t)this.elementProperties.set(e,n)}this._$Eh=new Map;for(let[e,t]of this.elementProperties){let n=this._$Eu(e,t);n!==void 0&&this._$Eh.set(n,e)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let t=[];if(Array.isArray(e)){let n=new Set(e.flat(1/0).reverse());for(let e of n)t.unshift(Dt(e))}else e!==void 0&&t.push(Dt(e));return t}static _$Eu(e,t){let n=t.attribute;return!1===n?void 0:typeof n==`string`?n:typeof e==`string`?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,t=this.constructor.elementProperties;for(let n of t.keys())this.hasOwnProperty(n)&&(e.set(n,this[n]),delete this[n]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Et(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,t,n){this._$AK(e,n)}_$ET(e,t){let n=this.constructor.elementProperties.get(e),r=this.constructor._$Eu(e,n);if(r!==void 0&&!0===n.reflect){let i=(n.converter?.toAttribute===void 0?Lt:n.converter).toAttribute(t,n.type);this._$Em=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this._$Em=null}}_$AK(e,t){let n=this.constructor,r=n._$Eh.get(e);if(r!==void 0&&this._$Em!==r){let e=n.getPropertyOptions(r),i=typeof e.converter==`function`?{fromAttribute:e.converter}:e.converter?.fromAttribute===void 0?Lt:e.converter;this._$Em=r;let a=i.fromAttribute(t,e.type);this[r]=a??this._$Ej?.get(r)??a,this._$Em=null}}requestUpdate(e,t,n,r=!1,i){if(e!==void 0){let a=this.constructor;if(!1===r&&(i=this[e]),n??=a.getPropertyOptions(e),!((n.hasChanged??Rt)(i,t)||n.useDefault&&n.reflect&&i===this._$Ej?.get(e)&&!this.hasAttribute(a._$Eu(e,n))))return;this.C(e,t,n)}!1===this.isUpdatePending&&(this._$ES=this._$EP())}C(e,t,{useDefault:n,reflect:r,wrapped:i},a){n&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,a??t??this[e]),!0!==i||a!==void 0)||(this._$AL.has(e)||(this.hasUpdated||n||(t=void 0),this._$AL.set(e,t)),!0===r&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(e){Promise.reject(e)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[e,t]of this._$Ep)this[e]=t;this._$Ep=void 0}let e=this.constructor.elementProperties;if(e.size>0)for(let[t,n]of e){let{wrapped:e}=n,r=this[t];!0!==e||this._$AL.has(t)||r===void 0||this.C(t,void 0,n,r)}}let e=!1,t=this._$AL;try{e=this.shouldUpdate(t),e?(this.willUpdate(t),this._$EO?.forEach(e=>e.hostUpdate?.()),this.update(t)):this._$EM()}catch(t){throw e=!1,this._$EM(),t}e&&this._$AE(t)}willUpdate(e){}_$AE(e){this._$EO?.forEach(e=>e.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(e=>this._$ET(e,this[e])),this._$EM()}updated(e){}firstUpdated(e){}};O.elementStyles=[],O.shadowRootOptions={mode:`open`},O[D(`elementProperties`)]=new Map,O[D(`finalized`)]=new Map,It?.({ReactiveElement:O}),(E.reactiveElementVersions??=[]).push(`2.1.2`);var Bt=globalThis,Vt=e=>e,k=Bt.trustedTypes,Ht=k?k.createPolicy(`lit-html`,{createHTML:e=>e}):void 0,Ut=`$lit$`,A=`lit$${Math.random().toFixed(9).slice(2)}$`,Wt=`?`+A,Gt=`<${Wt}>`,j=document,M=()=>j.createComment(``),N=e=>e===null||typeof e!=`object`&&typeof e!=`function`,Kt=Array.isArray,qt=e=>Kt(e)||typeof e?.[Symbol.iterator]==`function`,Jt=`[ 	
\f\r]`,P=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Yt=/-->/g,Xt=/>/g,F=RegExp(`>|${Jt}(?:([^\\s"'>=/]+)(${Jt}*=${Jt}*(?:[^ \t\n\f\r"'\`<>=]|("|')|))|$)`,`g`),Zt=/'/g,Qt=/"/g,$t=/^(?:script|style|textarea|title)$/i,I=(e=>(t,...n)=>({_$litType$:e,strings:t,values:n}))(1),L=Symbol.for(`lit-noChange`),R=Symbol.for(`lit-nothing`),en=new WeakMap,z=j.createTreeWalker(j,129);function tn(e,t){if(!Kt(e)||!e.hasOwnProperty(`raw`))throw Error(`invalid template strings array`);return Ht===void 0?t:Ht.createHTML(t)}var nn=(e,t)=>{let n=e.length-1,r=[],i,a=t===2?`<svg>`:t===3?`<math>`:``,o=P;for(let t=0;t<n;t++){let n=e[t],s,c,l=-1,u=0;for(;u<n.length&&(o.lastIndex=u,c=o.exec(n),c!==null);)u=o.lastIndex,o===P?c[1]===`!--`?o=Yt:c[1]===void 0?c[2]===void 0?c[3]!==void 0&&(o=F):($t.test(c[2])&&(i=RegExp(`</`+c[2],`g`)),o=F):o=Xt:o===F?c[0]===`>`?(o=i??P,l=-1):c[1]===void 0?l=-2:(l=o.lastIndex-c[2].length,s=c[1],o=c[3]===void 0?F:c[3]===`"`?Qt:Zt):o===Qt||o===Zt?o=F:o===Yt||o===Xt?o=P:(o=F,i=void 0);let d=o===F&&e[t+1].startsWith(`/>`)?` `:``;a+=o===P?n+Gt:l>=0?(r.push(s),n.slice(0,l)+Ut+n.slice(l)+A+d):n+A+(l===-2?t:d)}return[tn(e,a+(e[n]||`<?>`)+(t===2?`</svg>`:t===3?`</math>`:``)),r]},rn=class e{constructor({strings:t,_$litType$:n},r){let i;this.parts=[];let a=0,o=0,s=t.length-1,c=this.parts,[l,u]=nn(t,n);if(this.el=e.createElement(l,r),z.currentNode=this.el.content,n===2||n===3){let e=this.el.content.firstChild;e.replaceWith(...e.childNodes)}for(;(i=z.nextNode())!==null&&c.length<s;){if(i.nodeType===1){if(i.hasAttributes())for(let e of i.getAttributeNames())if(e.endsWith(Ut)){let t=u[o++],n=i.getAttribute(e).split(A),r=/([.?@])?(.*)/.exec(t);c.push({type:1,index:a,name:r[2],strings:n,ctor:r[1]===`.`?on:r[1]===`?`?sn:r[1]===`@`?cn:H}),i.removeAttribute(e)}else e.startsWith(A)&&(c.push({type:6,index:a}),i.removeAttribute(e));if($t.test(i.tagName)){let e=i.textContent.split(A),t=e.length-1;if(t>0){i.textContent=k?k.emptyScript:``;for(let n=0;n<t;n++)i.append(e[n],M()),z.nextNode(),c.push({type:2,index:++a});i.append(e[t],M())}}}else if(i.nodeType===8){if(i.data===Wt)c.push({type:2,index:a});else{let e=-1;for(;(e=i.data.indexOf(A,e+1))!==-1;)c.push({type:7,index:a}),e+=A.length-1}}a++}}static createElement(e,t){let n=j.createElement(`template`);return n.innerHTML=e,n}};function B(e,t,n=e,r){if(t===L)return t;let i=r===void 0?n._$Cl:n._$Co?.[r],a=N(t)?void 0:t._$litDirective$;return i?.constructor!==a&&(i?._$AO?.(!1),a===void 0?i=void 0:(i=new a(e),i._$AT(e,n,r)),r===void 0?n._$Cl=i:(n._$Co??=[])[r]=i),i!==void 0&&(t=B(e,i._$AS(e,t.values),i,r)),t}var an=class{constructor(e,t){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=t}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:t},parts:n}=this._$AD,r=(e?.creationScope??j).importNode(t,!0);z.currentNode=r;let i=z.nextNode(),a=0,o=0,s=n[0];for(;s!==void 0;){if(a===s.index){let t;s.type===2?t=new V(i,i.nextSibling,this,e):s.type===1?t=new s.ctor(i,s.name,s.strings,this,e):s.type===6&&(t=new ln(i,this,e)),this._$AV.push(t),s=n[++o]}a!==s?.index&&(i=z.nextNode(),a++)}return z.currentNode=j,r}p(e){let t=0;for(let n of this._$AV)n!==void 0&&(n.strings===void 0?n._$AI(e[t]):(n._$AI(e,n,t),t+=n.strings.length-2)),t++}},V=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,t,n,r){this.type=2,this._$AH=R,this._$AN=void 0,this._$AA=e,this._$AB=t,this._$AM=n,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,t=this._$AM;return t!==void 0&&e?.nodeType===11&&(e=t.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,t=this){e=B(this,e,t),N(e)?e===R||e==null||e===``?(this._$AH!==R&&this._$AR(),this._$AH=R):e!==this._$AH&&e!==L&&this._(e):e._$litType$===void 0?e.nodeType===void 0?qt(e)?this.k(e):this._(e):this.T(e):this.$(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==R&&N(this._$AH)?this._$AA.nextSibling.data=e:this.T(j.createTextNode(e)),this._$AH=e}$(e){let{values:t,_$litType$:n}=e,r=typeof n==`number`?this._$AC(e):(n.el===void 0&&(n.el=rn.createElement(tn(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===r)this._$AH.p(t);else{let e=new an(r,this),n=e.u(this.options);e.p(t),this.T(n),this._$AH=e}}_$AC(e){let t=en.get(e.strings);return t===void 0&&en.set(e.strings,t=new rn(e)),t}k(t){Kt(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,i=0;for(let a of t)i===n.length?n.push(r=new e(this.O(M()),this.O(M()),this,this.options)):r=n[i],r._$AI(a),i++;i<n.length&&(this._$AR(r&&r._$AB.nextSibling,i),n.length=i)}_$AR(e=this._$AA.nextSibling,t){for(this._$AP?.(!1,!0,t);e!==this._$AB;){let t=Vt(e).nextSibling;Vt(e).remove(),e=t}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},H=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,t,n,r,i){this.type=1,this._$AH=R,this._$AN=void 0,this.element=e,this.name=t,this._$AM=r,this.options=i,n.length>2||n[0]!==``||n[1]!==``?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=R}_$AI(e,t=this,n,r){let i=this.strings,a=!1;if(i===void 0)e=B(this,e,t,0),a=!N(e)||e!==this._$AH&&e!==L,a&&(this._$AH=e);else{let r=e,o,s;for(e=i[0],o=0;o<i.length-1;o++)s=B(this,r[n+o],t,o),s===L&&(s=this._$AH[o]),a||=!N(s)||s!==this._$AH[o],s===R?e=R:e!==R&&(e+=(s??``)+i[o+1]),this._$AH[o]=s}a&&!r&&this.j(e)}j(e){e===R?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??``)}},on=class extends H{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===R?void 0:e}},sn=class extends H{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==R)}},cn=class extends H{constructor(e,t,n,r,i){super(e,t,n,r,i),this.type=5}_$AI(e,t=this){if((e=B(this,e,t,0)??R)===L)return;let n=this._$AH,r=e===R&&n!==R||e.capture!==n.capture||e.once!==n.once||e.passive!==n.passive,i=e!==R&&(n===R||r);r&&this.element.removeEventListener(this.name,this,n),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH==`function`?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},ln=class{constructor(e,t,n){this.element=e,this.type=6,this._$AN=void 0,this._$AM=t,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(e){B(this,e)}},un={M:Ut,P:A,A:Wt,C:1,L:nn,R:an,D:qt,V:B,I:V,H,N:sn,U:cn,B:on,F:ln},dn=Bt.litHtmlPolyfillSupport;dn?.(rn,V),(Bt.litHtmlVersions??=[]).push(`3.3.3`);var fn=(e,t,n)=>{let r=n?.renderBefore??t,i=r._$litPart$;if(i===void 0){let e=n?.renderBefore??null;r._$litPart$=i=new V(t.insertBefore(M(),e),e,void 0,n??{})}return i._$AI(e),i},pn=globalThis,U=class extends O{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let t=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=fn(t,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return L}};U._$litElement$=!0,U.finalized=!0,pn.litElementHydrateSupport?.({LitElement:U});var mn=pn.litElementPolyfillSupport;mn?.({LitElement:U}),(pn.litElementVersions??=[]).push(`4.2.2`);function hn(e){return e.map(gn).filter(Boolean).join(`
`)}function gn(e){switch(e.kind){case`paragraph`:case`heading`:return _n(e.children);case`code`:return e.text;case`quote`:return hn(e.blocks);case`rule`:return``;case`list`:return e.items.map(e=>hn(e.blocks)).join(`
`);case`table`:return[e.head,...e.rows].map(e=>e.map(_n).join(`, `)).join(`
`)}}function _n(e){return e.map((t,n)=>e[n+1]?.kind===`marker`?vn(t).trimEnd():vn(t)).join(``)}function vn(e){switch(e.kind){case`text`:case`code`:return e.text;case`break`:return`
`;case`marker`:return``;default:return _n(e.children)}}function W(e){return I`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path
      d=${e}
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`}var yn=()=>W(`M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5L6 17.5v-3H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5ZM7 8.2h6M7 11h4`),bn=()=>W(`M5 5l10 10M15 5L5 15`),xn=()=>W(`M9 4H5a1.5 1.5 0 0 0-1.5 1.5V15A1.5 1.5 0 0 0 5 16.500h9.500A1.5 1.5 0 0 0 16 15v-4M8 12l.6-2.6 6.5-6.5 2 2-6.5 6.500L8 12Z`),Sn=()=>W(`M10 16V4.500M5 9.300l5-5 5 5`),Cn=()=>I`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <rect x="5" y="5" width="10" height="10" rx="2" fill="currentColor" />
  </svg>`,wn=()=>W(`M7 7V4.500A1 1 0 0 1 8 3.500h7.500a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H13M4.5 7H12a1 1 0 0 1 1 1v7.500a1 1 0 0 1-1 1H4.500a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z`),G=()=>W(`M4 10.500l4 4 8-9`),Tn=()=>W(`M16 10a6 6 0 1 1-1.8-4.300M16 3.500v3h-3`),En=()=>W(`M10 4v12M5 11l5 5 5-5`),Dn=()=>W(`M4 10h12M11 5l5 5-5 5`),On=()=>W(`M7 5h8v8M15 5L5.5 14.5`),kn=()=>W(`M5.5 8l4.5 4.500L14.5 8`),K=()=>W(`M10 9v5M10 6.200v.1M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z`);function An(e,t,n,r){let{labels:i}=e,a=n=>{n.preventDefault(),e.desk.submitForm(t.offer)},o=`form-${t.offer}`;return I`<form class="card" novalidate aria-labelledby=${o} @submit=${a} @keydown=${jn}>
    <h4 id=${o} dir="auto">${t.title||t.label}</h4>
    ${Nn(e,n,r)}
    ${t.fields.map(r=>Pn(e,t,n,r))}
    <div class="buttons">
      <button class="primary" type="submit" ?disabled=${n.busy}>
        ${n.busy?I`<span class="spinner" role="img" aria-label=${i.working}></span>`:R}
        <span dir="auto">${t.label}</span>
      </button>
      <button class="quiet" type="button" ?disabled=${n.busy} @click=${()=>e.desk.showForm(t.offer,!1)}>
        ${i.cancel}
      </button>
    </div>
  </form>`}function jn(e){e.key===`Enter`&&(e.isComposing||e.keyCode===229)&&e.preventDefault()}function Mn(e,t){let n=Object.keys(t.faults).length;return n===0?``:n===1?e.labels.faultsOne:C(e.labels.faultsMany,{count:n})}function Nn(e,t,n){let r=Mn(e,t)||n;return r===``?R:I`<p class="reason">${K()}<span dir="auto">${r}</span></p>`}function Pn(e,t,n,r){let i=`field-${t.offer}-${r.name}`,a=n.faults[r.name]??``,o=zn(r),s=[o&&`${i}-help`,a&&`${i}-fault`].filter(Boolean).join(` `),c=Fn(e,t,r,{id:i,value:n.values[r.name]??``,described:s,invalid:a!==``}),l=r.required?I`<span class="mark" aria-hidden="true">*</span><span class="sr"> ${e.labels.required}</span>`:R,u=I`<label for=${i} dir="auto">${r.label}${l}</label>`;return I`<div class=${r.type===`checkbox`?`field check`:`field`}>
    ${r.type===`checkbox`?I`${c}${u}`:I`${u}${c}`}
    ${o?I`<p class="help" id="${i}-help">${o}</p>`:R}
    ${a?I`<p class="fault" id="${i}-fault">${K()}<span dir="auto">${a}</span></p>`:R}
  </div>`}function Fn(e,t,n,r){let i=r=>{let i=r.target,a=n.type===`checkbox`?String(i.checked):i.value;e.offers.type(t,n.name,a)},a=r.described||R,o=r.invalid?`true`:R,s=n.required?`true`:R;switch(n.type){case`checkbox`:return I`<input id=${r.id} name=${n.name} type="checkbox" .checked=${r.value===`true`}
        aria-describedby=${a} aria-invalid=${o} @change=${i} />`;case`select`:return I`<select id=${r.id} name=${n.name} .value=${r.value} @change=${i}
        aria-describedby=${a} aria-invalid=${o} aria-required=${s}>
        <option value="" ?selected=${r.value===``}>${e.labels.choose}</option>
        ${n.options.map(e=>I`<option value=${String(e)} ?selected=${String(e)===r.value}>${String(e)}</option>`)}
      </select>`;case`textarea`:return I`<textarea id=${r.id} name=${n.name} rows="4" dir="auto" .value=${r.value} @input=${i}
        aria-describedby=${a} aria-invalid=${o} aria-required=${s}></textarea>`;default:return I`<input id=${r.id} name=${n.name} type=${In(n)} dir="auto"
        inputmode=${Ln(n)} autocomplete=${Rn(n)} .value=${r.value} @input=${i}
        aria-describedby=${a} aria-invalid=${o} aria-required=${s} />`}}function In(e){return[`date`,`time`,`datetime-local`,`email`,`url`].includes(e.type)?e.type:`text`}function Ln(e){return e.type===`integer`?(e.minimum??-1)>=0?`numeric`:R:e.type===`number`?`decimal`:R}function Rn(e){return e.type===`email`?`email`:`off`}function zn(e){let{minimum:t,maximum:n}=e;return t!==null&&n!==null?`${t} – ${n}`:t===null?n===null?``:`≤ ${n}`:`≥ ${t}`}var Bn=`input, textarea, select, [contenteditable]:not([contenteditable=false])`;function Vn(e){let t=e.composedPath()[0];return t instanceof Element?t:null}function Hn(e){return e?.closest(Bn)!==null&&e!==null}function Un(e){(e.key.length===1&&!e.ctrlKey&&!e.metaKey&&!e.altKey||Hn(Vn(e)))&&e.stopPropagation()}function Wn(e,t){if(!e.ctrlKey&&!e.metaKey||e.shiftKey||e.altKey||e.key.toLowerCase()!==`i`||e.defaultPrevented)return!1;let n=Vn(e);return n===null||t(n)||!Hn(n)}var Gn={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Kn=e=>(...t)=>({_$litDirective$:e,values:t}),qn=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,t,n){this._$Ct=e,this._$AM=t,this._$Ci=n}_$AS(e,t){return this.update(e,t)}update(e,t){return this.render(...t)}},{I:Jn}=un,Yn=e=>e,Xn=()=>document.createComment(``),q=(e,t,n)=>{let r=e._$AA.parentNode,i=t===void 0?e._$AB:t._$AA;if(n===void 0)n=new Jn(r.insertBefore(Xn(),i),r.insertBefore(Xn(),i),e,e.options);else{let t=n._$AB.nextSibling,a=n._$AM,o=a!==e;if(o){let t;n._$AQ?.(e),n._$AM=e,n._$AP!==void 0&&(t=e._$AU)!==a._$AU&&n._$AP(t)}if(t!==i||o){let e=n._$AA;for(;e!==t;){let t=Yn(e).nextSibling;Yn(r).insertBefore(e,i),e=t}}}return n},J=(e,t,n=e)=>(e._$AI(t,n),e),Zn={},Qn=(e,t=Zn)=>e._$AH=t,$n=e=>e._$AH,er=e=>{e._$AR(),e._$AA.remove()},tr=(e,t,n)=>{let r=new Map;for(let i=t;i<=n;i++)r.set(e[i],i);return r},nr=Kn(class extends qn{constructor(e){if(super(e),e.type!==Gn.CHILD)throw Error(`repeat() can only be used in text expressions`)}dt(e,t,n){let r;n===void 0?n=t:t!==void 0&&(r=t);let i=[],a=[],o=0;for(let t of e)i[o]=r?r(t,o):o,a[o]=n(t,o),o++;return{values:a,keys:i}}render(e,t,n){return this.dt(e,t,n).values}update(e,[t,n,r]){let i=$n(e),{values:a,keys:o}=this.dt(t,n,r);if(!Array.isArray(i))return this.ut=o,a;let s=this.ut??=[],c=[],l,u,d=0,f=i.length-1,p=0,m=a.length-1;for(;d<=f&&p<=m;)if(i[d]===null)d++;else if(i[f]===null)f--;else if(s[d]===o[p])c[p]=J(i[d],a[p]),d++,p++;else if(s[f]===o[m])c[m]=J(i[f],a[m]),f--,m--;else if(s[d]===o[m])c[m]=J(i[d],a[m]),q(e,c[m+1],i[d]),d++,m--;else if(s[f]===o[p])c[p]=J(i[f],a[p]),q(e,i[d],i[f]),f--,p++;else if(l===void 0&&(l=tr(o,p,m),u=tr(s,d,f)),l.has(s[d])){if(l.has(s[f])){let t=u.get(o[p]),n=t===void 0?null:i[t];if(n===null){let t=q(e,i[d]);J(t,a[p]),c[p]=t}else c[p]=J(n,a[p]),q(e,i[d],n),i[t]=null;p++}else er(i[f]),f--}else er(i[d]),d++;for(;p<=m;){let t=q(e,c[m+1]);J(t,a[p]),c[p++]=t}for(;d<=f;){let e=i[d++];e!==null&&er(e)}return this.ut=o,Qn(e,c),L}}),rr=/^[\p{P}\p{S}]$/u,ir=/^\s$/u,ar=/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー\u3000-\u303f\uff00-\uffef]$/u;function or(e,t,n,r){let i=sr(r,n),a=sr(n,r),o=e===`_`;return{kind:`delimiter`,mark:e,count:t,opens:i&&(!o||!a||rr.test(n)),closes:a&&(!o||!i||rr.test(r))}}function sr(e,t){return e===``||ir.test(e)?!1:!rr.test(e)||t===``||ir.test(t)||rr.test(t)||ar.test(t)}function cr(e,t){for(let t=0;t<e.length;t+=1){let n=e[t];if(n?.kind===`delimiter`&&n.closes)for(;n.count>0;){let r=lr(e,t,n);if(r<0)break;t=dr(e,r,t,n)}}return t&&pr(e),e.map(mr).filter(e=>e.kind!==`text`||e.text!==``)}function lr(e,t,n){for(let r=t-1;r>=0;--r){let t=e[r];if(t?.kind===`delimiter`&&t.mark===n.mark&&ur(t,n))return r}return-1}function ur(e,t){return!e.opens||e.count===0?!1:t.mark===`~`?e.count===2&&t.count===2:!e.closes&&!t.opens||(e.count+t.count)%3!=0||e.count%3==0&&t.count%3==0}function dr(e,t,n,r){let i=e[t],a=i.count>=2&&r.count>=2?2:1,o=e.slice(t+1,n).map(mr);return e.splice(t+1,n-t-1,{kind:fr(r.mark,a),children:o}),i.count-=a,r.count-=a,t+2}function fr(e,t){return e===`~`?`del`:t===2?`strong`:`em`}function pr(e){let t=e.findLastIndex(e=>e.kind===`delimiter`&&e.opens&&e.count===2),n=e[t];if(n?.kind!==`delimiter`)return;let r=e.splice(t+1).map(mr);e[t]={kind:fr(n.mark,2),children:r}}function mr(e){return e.kind===`delimiter`?{kind:`text`,text:e.mark.repeat(e.count)}:e}var hr=[`http:`,`https:`,`mailto:`],gr=`https://nowhere.invalid/`;function Y(e){let t=e.trim();return t===``||!URL.canParse(t,gr)?null:hr.includes(new URL(t,gr).protocol)?t:null}function _r(e,t){if(!URL.canParse(e,t))return!1;let n=new URL(e,t);return n.protocol.startsWith(`http`)&&n.origin!==new URL(t).origin}var vr=/[!-/:-@[-`{-~]/,yr=/\[(\d{1,3})\](?!\()/y,br=/\[\[(\d{1,3})\]\]\(/y,xr=/<((?:https?:\/\/|mailto:)[^\s<>]+)>/y,Sr=/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/y,Cr=/(?: {2,}|\\)\n[ \t]*/y,wr={amp:`&`,lt:`<`,gt:`>`,quot:`"`,apos:`'`,nbsp:`\xA0`};function Tr(e,t){return cr(new Dr(t.open?Er(e):e,t).read(),t.open)}function Er(e){return e.replace(/!?\[(\d{0,3})$/,``).replace(/!?\[([^[\]\n]*)\](?:\([^()\s]*)?$/,(e,t)=>/^\[\d+\]$/.test(e)?e:t).replace(/(^|[\s\p{P}\p{L}])(?:\*{1,3}|_{1,3}|~{1,2})$/u,`$1`)}var Dr=class{#e;#t;#n=[];#r=``;#i=0;constructor(e,t){this.#e=e,this.#t=t}read(){for(;this.#i<this.#e.length;)this.#o(this.#e.charAt(this.#i))||this.#a();return this.#c(),this.#n}#a(){let e=this.#e.slice(this.#i+1).search(/[\\`*_~[!<& ]/),t=e<0?this.#e.length:this.#i+1+e;this.#r+=this.#e.slice(this.#i,t),this.#i=t}#o(e){switch(e){case`\\`:return this.#d()||this.#f();case` `:return this.#d();case"`":return this.#p();case`*`:case`_`:case`~`:return this.#m(e);case`[`:return this.#h()||this.#g(this.#i);case`!`:return this.#e.charAt(this.#i+1)===`[`&&this.#g(this.#i+1);case`<`:return this.#_();case`&`:return this.#v();default:return!1}}#s(e){return e.lastIndex=this.#i,e.exec(this.#e)}#c(){this.#r!==``&&this.#n.push({kind:`text`,text:this.#r}),this.#r=``}#l(e,t){return this.#c(),this.#n.push(e),this.#i=t,!0}#u(e,t){return this.#r+=e,this.#i=t,!0}#d(){let e=this.#s(Cr);return e!==null&&this.#l({kind:`break`},this.#i+e[0].length)}#f(){let e=this.#e.charAt(this.#i+1);return vr.test(e)&&this.#u(e,this.#i+2)}#p(){let e=/`+/.exec(this.#e.slice(this.#i))?.[0]??"`",t=this.#i+e.length,n=Or(this.#e,e,t);if(n<0&&!this.#t.open)return this.#u(e,t);let r=this.#e.slice(t,n<0?void 0:n).replace(/\n/g,` `),i=/^ .*[^ ].* $/.test(r)||/^ [^ ] $/.test(r)?r.slice(1,-1):r;return i===``?this.#u(``,this.#e.length):this.#l({kind:`code`,text:i},n<0?this.#e.length:n+e.length)}#m(e){let t=this.#i;for(;this.#e.charAt(t)===e;)t+=1;let n=t-this.#i;if(e===`~`&&n!==2)return this.#u(e.repeat(n),t);let r=[...this.#e.slice(Math.max(0,this.#i-2),this.#i)].at(-1)??``,i=[...this.#e.slice(t,t+2)][0]??``;return this.#l(or(e,n,r,i),t)}#h(){let e=this.#s(yr);if(e)return this.#l({kind:`marker`,number:Number(e[1])},this.#i+e[0].length);let t=this.#s(br),n=t?kr(this.#e,this.#i+t[0].length-1,`(`,`)`):-1;return!t||n<0?!1:this.#l({kind:`marker`,number:Number(t[1])},n+1)}#g(e){let t=kr(this.#e,e,`[`,`]`);if(t<0||this.#e.charAt(t+1)!==`(`)return!1;let n=jr(this.#e,t+2);if(!n)return!1;let r=Tr(this.#e.slice(e+1,t)||n.url,{open:!1,links:!1}),i=this.#t.links?Y(n.url):null;return i===null?(this.#c(),this.#n.push(...r),this.#i=n.end,!0):this.#l({kind:`link`,url:i,children:r},n.end)}#_(){let e=this.#t.links?this.#s(xr):null,t=e?.[1]?Y(e[1]):null;if(!e||t===null)return!1;let n={kind:`text`,text:t.replace(/^mailto:/,``)};return this.#l({kind:`link`,url:t,children:[n]},this.#i+e[0].length)}#v(){let e=this.#s(Sr);if(!e)return!1;let[t,n,r,i]=e,a=n?Number(n):r?Number.parseInt(r,16):null;if(a!==null&&(a===0||a>1114111))return!1;let o=a===null?wr[i??``]??t:String.fromCodePoint(a);return this.#u(o,this.#i+t.length)}};function Or(e,t,n){let r=RegExp(`(?<!\`)${t}(?!\`)`,`g`);return r.lastIndex=n,r.exec(e)?.index??-1}function kr(e,t,n,r){let i=0;for(let a=t;a<e.length;a+=1){let t=e.charAt(a);if(t===`\\`)a+=1;else if(t==="`"&&n===`[`)a=Ar(e,a);else if(t===n)i+=1;else if(t===r&&(--i,i===0))return a}return-1}function Ar(e,t){let n=/^`+/.exec(e.slice(t))?.[0]??"`",r=Or(e,n,t+n.length);return r<0?t+n.length-1:r+n.length-1}function jr(e,t){let n=/<([^<>\n]*)>/y;n.lastIndex=t;let r=n.exec(e);if(r)return Mr(e,r[1]??``,t+r[0].length);let i=0,a=t;for(;a<e.length;a+=1){let t=e.charAt(a);if(/\s/.test(t))break;if(t===`(`&&(i+=1),t===`)`){if(i===0)break;--i}}return Mr(e,e.slice(t,a),a)}function Mr(e,t,n){let r=/(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;r.lastIndex=n;let i=r.exec(e);return i&&t!==``?{url:t,end:n+i[0].length}:null}var Nr=/^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/,Pr=/^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/,Fr=/^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/,Ir=/^ {0,3}>\s?/,X=/^( *)([-*+]|\d{1,9}[.)])(\s+|$)/,Lr=/^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/,Rr=8;function zr(e,t=!1){return new Br(e.replace(/\r\n?/g,`
`).replace(/\t/g,`    `).split(`
`),t,0).read()}var Br=class e{lines;open;depth;#e=[];#t=0;constructor(e,t,n){this.lines=e,this.open=t,this.depth=n}read(){for(;this.#t<this.lines.length;)this.#n().trim()===``?this.#t+=1:this.#o();return this.#e}#n(e=0){return this.lines[this.#t+e]??``}#r(){return this.open&&this.#t>=this.lines.length}#i(e){return Tr(e,{open:this.#r(),links:!0})}#a(t){return this.depth<Rr?new e(t,this.#r(),this.depth+1).read():[{kind:`paragraph`,children:[{kind:`text`,text:t.join(`
`)}]}]}#o(){let e=this.#n();Nr.test(e)?this.#s(e):Pr.test(e)?this.#c(e):Fr.test(e)?this.#l():Ir.test(e)?this.#u():X.test(e)?this.#d():this.#m()?this.#h():this.#g()}#s(e){let[,t="```",n=``]=Nr.exec(e)??[],r=e.search(/\S/),i=RegExp(`^ {0,3}\\${t.charAt(0)}{${t.length},}\\s*$`),a=[];for(this.#t+=1;this.#t<this.lines.length&&!i.test(this.#n());)a.push(this.#n().replace(RegExp(`^ {0,${r}}`),``)),this.#t+=1;this.#t+=1,this.#e.push({kind:`code`,language:n,text:a.join(`
`)})}#c(e){let[,t=`#`,n=``]=Pr.exec(e)??[];this.#t+=1,this.#e.push({kind:`heading`,level:t.length,children:this.#i(n)})}#l(){this.#t+=1,this.#r()||this.#e.push({kind:`rule`})}#u(){let e=[];for(;this.#t<this.lines.length&&this.#n().trim()!==``&&(Ir.test(this.#n())||!this.#_());)e.push(this.#n().replace(Ir,``)),this.#t+=1;this.#e.push({kind:`quote`,blocks:this.#a(e)})}#d(){let e=X.exec(this.#n()),t=e?.[1]?.length??0,n=e?.[2]??`-`,r=[],i=!0;for(;this.#t<this.lines.length;){let e=X.exec(this.#n());if(!e||!Vr(n,e[2]??``)||Fr.test(this.#n())||(e[1]?.length??0)<t)break;let{lines:a,loose:o}=this.#f(e);r.push(this.#p(a)),o&&(i=!1)}let a=/\d/.test(n),o=a?Number.parseInt(n,10):1;this.#e.push({kind:`list`,ordered:a,start:o,tight:i,items:r})}#f(e){let t=e[1]?.length??0,n=e[3]??``,r=t+(e[2]?.length??1)+(n.length>4?1:Math.max(1,n.length)),i=[this.#n().slice(r)],a=!1;for(this.#t+=1;this.#t<this.lines.length;){let e=this.#n();if(e.trim()===``){let e=this.lines.slice(this.#t).find(e=>e.trim()!==``)??``,n=Hr(e)>t&&e!==``;if(!n&&!X.test(e)||(i.push(``),this.#t+=1,a=!0,!n&&Hr(e)<=t))break}else{if(Hr(e)<=t&&(X.test(e)||this.#_()||i.at(-1)===``))break;i.push(e.slice(Math.min(Hr(e),r))),this.#t+=1}}return{lines:i,loose:a&&i.at(-1)!==void 0}}#p(e){let t=/^\[([ xX])\]\s+/.exec(e[0]??``);if(!t)return{done:null,blocks:this.#a(e)};let n=[(e[0]??``).slice(t[0].length),...e.slice(1)];return{done:t[1]!==` `,blocks:this.#a(n)}}#m(){return!this.#n().includes(`|`)||!Lr.test(this.#n(1))?!1:Z(this.#n()).length===Z(this.#n(1)).length}#h(){let e=Z(this.#n()),t=Z(this.#n(1)).map(Ur),n=[];for(this.#t+=2;this.#t<this.lines.length&&this.#n().trim()!==``&&!this.#_();){let t=Z(this.#n());n.push(e.map((e,n)=>t[n]??``)),this.#t+=1}this.#e.push({kind:`table`,align:t,head:e.map(e=>this.#i(e)),rows:n.map(e=>e.map(e=>this.#i(e)))})}#g(){let e=[this.#n().trimStart()];for(this.#t+=1;this.#t<this.lines.length&&this.#n().trim()!==``&&!this.#_()&&!this.#m();)e.push(this.#n().trimStart()),this.#t+=1;this.#r()&&e.at(-1)?.startsWith(`|`)&&e.pop();let t=e.join(`
`).trimEnd();t!==``&&this.#e.push({kind:`paragraph`,children:this.#i(t)})}#_(){let e=this.#n(),t=X.exec(e),n=t!==null&&/\S/.test(e.slice(t[0].length));return Nr.test(e)||Pr.test(e)||Fr.test(e)||Ir.test(e)||n&&(this.depth>0||!/^\d/.test(t[2]??``)||/^1[.)]/.test(t[2]??``))}};function Vr(e,t){return/\d/.test(e)?/\d/.test(t)&&e.at(-1)===t.at(-1):e===t}function Hr(e){let t=e.search(/\S/);return t<0?e.length:t}function Z(e){let t=e.trim().replace(/^\|/,``).replace(/(?<!\\)\|$/,``),n=[],r=``,i=!1;for(let e=0;e<t.length;e+=1){let a=t.charAt(e);a===`\\`&&t.charAt(e+1)===`|`?(r+=`|`,e+=1):a===`|`&&!i?(n.push(r.trim()),r=``):(a==="`"&&(i=!i&&t.indexOf("`",e+1)>=0),r+=a)}return[...n,r.trim()]}function Ur(e){return e.endsWith(`:`)?e.startsWith(`:`)?`center`:`end`:`start`}function Wr(e,t){return e.map(e=>Gr(e,t))}function Gr(e,t){switch(e.kind){case`paragraph`:return I`<p dir="auto">${Q(e.children,t)}</p>`;case`heading`:return Kr(e.level,Q(e.children,t));case`code`:return t.codeBlock(e.language,e.text);case`quote`:return I`<blockquote>${Wr(e.blocks,t)}</blockquote>`;case`rule`:return I`<hr />`;case`list`:return qr(e,t);case`table`:return Yr(e,t)}}function Kr(e,t){return e<=2?I`<h4 dir="auto">${t}</h4>`:e===3?I`<h5 dir="auto">${t}</h5>`:I`<h6 dir="auto">${t}</h6>`}function qr(e,t){let n=e.items.map(n=>Jr(n,e.tight,t));return e.ordered?I`<ol start=${e.start}>${n}</ol>`:I`<ul>${n}</ul>`}function Jr(e,t,n){let r=e.blocks.map(e=>t&&e.kind===`paragraph`?I`<span dir="auto">${Q(e.children,n)}</span>`:Gr(e,n));return e.done===null?I`<li>${r}</li>`:I`<li class="task"><span role="img" aria-label=${e.done?n.taskDone:n.taskOpen}>${e.done?`☑`:`☐`}</span> ${r}</li>`}function Yr(e,t){let n=t=>`to-${e.align[t]??`start`}`;return I`<div class="table" tabindex="0" role="group">
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
  </div>`}function Q(e,t){return e.map((n,r)=>{let i=e[r+1],a=i?.kind===`marker`&&t.marker(i.number)!==null;return n.kind===`text`&&a?n.text.trimEnd():Xr(n,t)})}function Xr(e,t){switch(e.kind){case`text`:return e.text;case`code`:return I`<code>${e.text}</code>`;case`strong`:return I`<strong>${Q(e.children,t)}</strong>`;case`em`:return I`<em>${Q(e.children,t)}</em>`;case`del`:return I`<del>${Q(e.children,t)}</del>`;case`break`:return I`<br />`;case`marker`:return t.marker(e.number)??`[${e.number}]`;case`link`:return Zr(e.url,Q(e.children,t),t)}}function Zr(e,t,n,r=``){return _r(e,n.page)?I`<a class=${r||R} href=${e} target="_blank" rel="noopener"
    >${t}<span class="sr">${n.newTab}</span></a
  >`:I`<a class=${r||R} href=${e} rel="noopener">${t}</a>`}function Qr(e,t){return t.offers.length===0?R:I`<div class="offers">
    ${t.offers.map(n=>I`<div class="offer" data-offer=${n.offer}>${$r(e,t,n)}</div>`)}
  </div>`}function $r(e,t,n){let r=e.state.desks[n.offer]??Re,{labels:i}=e;switch(n.state){case`done`:return n.link&&t.live?I`${ni(e,n)}${ai(n,`good`)}`:ii(n,n.outcome||i.done,`good`);case`expired`:return ii(n,n.outcome||i.offerExpired,`plain`);case`unknown`:return ii(n,n.outcome||i.mayHaveRun,`warn`);case`reserved`:if(!r.busy)return ii(n,i.mayHaveRun,`warn`)}return t.live?ei(e,n,r):oi(e,n)}function ei(e,t,n){let r=t.state===`failed`?t.outcome??``:``,i=n.reason||(n.busy?``:r);return n.open&&t.kind===`form`?An(e,t,n,i):I`${t.link?ni(e,t):ti(e,t,n)}${i?I`<p class="reason">${K()}<span dir="auto">${i}</span></p>`:R}`}function ti(e,t,n){let r=t.kind===`form`;return I`<button
    class="action"
    type="button"
    data-focus
    ?disabled=${n.busy}
    aria-expanded=${r?`false`:R}
    @click=${()=>{r?e.desk.showForm(t.offer,!0):e.desk.pressOffer(t.offer)}}
  >
    ${ri(t)} ${n.busy?I`<span class="spinner" role="img" aria-label=${e.labels.working}></span>`:Dn()}
  </button>`}function ni(e,t){let n=t.link?Y(t.link.url):null;if(n===null||!t.link)return I`<span class="action">${ri(t)}</span>`;let r=t.link.new_tab||_r(n,e.page);return I`<a
    class="action"
    data-focus
    href=${n}
    target=${r?`_blank`:R}
    rel="noopener"
    @click=${()=>{e.offers.follow(t),r||e.desk.leaving()}}
    >${ri(t)} ${r?I`${On()}<span class="sr">${e.labels.newTab}</span>`:Dn()}</a
  >`}function ri(e){return I`<span class="lines" dir="auto"
    ><span class="label">${e.label}</span> ${e.line?I`<span class="line">${e.line}</span>`:R}</span
  >`}function ii(e,t,n){return I`<div class="outcome ${n}" tabindex="-1" data-focus>
    ${n===`good`?G():K()}
    <div dir="auto"><span class="label">${e.label}</span> <span class="said">${t}</span></div>
  </div>`}function ai(e,t){return e.outcome?I`<p class="reason ${t}">${G()}<span dir="auto">${e.outcome}</span></p>`:R}function oi(e,t){return I`<p class="past" dir="auto">${C(e.labels.offerPast,{label:t.label})}${t.line?` (${t.line})`:``}${t.outcome?`. ${t.outcome}`:``}</p>`}var si=`⁠`;function ci(e,t,n){let r=t.sources.find(e=>e.number===n);if(!r)return null;let i=C(e.labels.sourceName,{number:n,title:r.title}),a=r.url===null?null:Y(r.url);if(a===null)return I`${si}<button
      class="marker"
      type="button"
      aria-label=${i}
      title=${r.title}
      @click=${()=>e.desk.showSource(t.key,n)}
    >
      ${n}</button
    >${si}`;let o=I`<span aria-hidden="true" title=${r.title}>${n}</span
    ><span class="sr">${i}</span>`;return I`${si}<span class="nowrap" @click=${e.desk.leaving}
    >${Zr(a,o,{page:e.page,newTab:e.labels.newTab},`marker`)}</span
  >`}function li(e,t){if(t.sources.length===0||v(t))return R;let n=[...t.sources].sort((e,t)=>e.number-t.number),r=`sources-${t.key}`;return I`<section class="sources" aria-labelledby=${r}>
    <h4 id=${r}>${e.labels.sources}</h4>
    <ol>
      ${n.map(n=>ui(e,t,n))}
    </ol>
  </section>`}function ui(e,t,n){let{labels:r}=e,i=`source-${t.key}-${n.number}`,a=e.desk.openedSources.has(`${t.key}:${n.number}`),o=I`<button
    class="icon small"
    type="button"
    aria-expanded=${a}
    aria-controls=${i}
    aria-label=${C(r.passage,{number:n.number})}
    @click=${()=>e.desk.toggleSource(t.key,n.number)}
  >
    ${kn()}
  </button>`;return I`<li class=${a?`source open`:`source`} data-source=${n.number}>
    <div class="row">
      <span class="number" aria-hidden="true">${n.number}</span>
      ${di(e,n)} ${n.passage?o:R}
    </div>
    <blockquote id=${i} class="passage" dir="auto" ?hidden=${!a}>${n.passage}</blockquote>
  </li>`}function di(e,t){let{title:n,from:r}=fi(t),i=I`<bdi>${n}</bdi>${r?I`<span class="from">${r}</span>`:R}`,a=t.url===null?null:Y(t.url);return a===null?I`<span class="title">${i}</span>`:I`<span class="title" @click=${e.desk.leaving}
    >${Zr(a,i,{page:e.page,newTab:e.labels.newTab})}</span
  >`}function fi(e){let t=e.kind===`tool`?e.title.lastIndexOf(` · `):-1;return t<0?{title:e.title,from:``}:{title:e.title.slice(0,t),from:e.title.slice(t)}}function pi(e,t){let n=t.filter(e=>Y(e.url)!==null);return n.length===0?R:I`<nav class="closest" aria-label=${e.labels.closest}>
    <h4>${e.labels.closest}</h4>
    <ul @click=${e.desk.leaving}>
      ${n.map(t=>I`<li>
            ${Zr(t.url,I`<bdi>${t.title}</bdi>`,{page:e.page,newTab:e.labels.newTab})}
          </li>`)}
    </ul>
  </nav>`}var mi=new WeakMap;function hi(e){let t=mi.get(e);if(t)return t;let n=zr(_(e),v(e));return mi.set(e,n),n}function gi(e,t){let{labels:n}=e;return I`<section class="turn" data-state=${t.state} data-turn=${t.key}>
    <h3 class="question" dir="auto"><span class="sr">${n.you}: </span>${t.question}</h3>
    <div class="answer">
      ${_i(e,t)} ${yi(n,t)} ${Si(e,t)}
      ${li(e,t)} ${pi(e,t.closest)} ${Qr(e,t)}
      ${Ci(e,t)}
    </div>
  </section>`}function _i(e,t){let n=hi(t);if(n.length===0)return R;let r={page:e.page,newTab:e.labels.newTab,taskDone:e.labels.taskDone,taskOpen:e.labels.taskOpen,marker:n=>ci(e,t,n),codeBlock:(n,r)=>vi(e,t,n,r)};return I`<div class=${v(t)?`text open`:`text`}>${Wr(n,r)}</div>`}function vi(e,t,n,r){let i=`${t.key}:${r}`,a=e.desk.copied?.id===i?e.desk.copied:null;return I`<div class="code" dir="ltr">
    <div class="bar">
      <span>${n}</span>
      <button class="icon small" type="button" aria-label=${e.labels.copyCode} @click=${()=>e.desk.copy(i,r)}>
        ${a?.ok?G():wn()}
      </button>
    </div>
    <pre tabindex="0"><code>${r}</code></pre>
  </div>`}function yi(e,t){if(!v(t))return R;let n=bi(e,t);return n===``?R:I`<p class="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span dir="auto">${n}</span></p>`}function bi(e,t){let{status:n}=t;return n?n.phase===`tool`?n.title?C(e.tool,{title:n.title}):e.toolUnnamed:e[n.phase]:t.texts.length>0?``:t.state===`sending`?e.sending:e.thinking}function xi(e,t){if(t.problem)return t.problem.code===`report`?e.reportFailed:t.problem.message;switch(t.state){case`withdrawn`:return t.message||e.refused;case`refused`:return _(t)===``?t.message||e.refused:``;case`stopped`:return e.stopped;case`interrupted`:return t.message||e.interrupted;case`failed`:return t.message||e.failed;default:return``}}function Si(e,t){let n=xi(e.labels,t);return n===``?R:t.state===`withdrawn`?I`<div class="text"><p dir="auto">${n}</p></div>`:I`<p class="end">${K()}<span dir="auto">${n}</span></p>`}function Ci(e,t){if(v(t))return R;let{labels:n}=e,r=t.problem?.code===`network`||t.problem?.code===`report`,i=t.problem!==null||[`stopped`,`interrupted`,`failed`].includes(t.state),a=I`<button class="quiet" type="button" @click=${()=>e.chat.again(t)}>
    ${Tn()}<span>${r?n.retry:n.askAgain}</span>
  </button>`,o=_(t)===``||t.state===`refused`?R:wi(e,t);return i||o!==R?I`<div class="tools">${i?a:R}${o}</div>`:R}function wi(e,t){let{labels:n,desk:r}=e,i=r.copied?.id===t.key?r.copied:null,a=i?i.ok?n.copied:n.copyFailed:n.copy;return I`<button class="quiet" type="button" @click=${()=>r.copy(t.key,Ti(t))}>
    ${i?.ok?G():wn()}<span>${a}</span>
  </button>`}function Ti(e){let t=[...e.sources].sort((e,t)=>e.number-t.number).map(e=>`[${e.number}] ${e.title}${e.url?` ${e.url}`:``}`);return[_(e),t.join(`
`)].filter(Boolean).join(`

`)}function Ei(e){return e.key===`Enter`&&!e.isComposing&&e.keyCode!==229}var Di=4e3;function Oi(e,t,n){return I`<button
    class="launcher"
    type="button"
    aria-label=${e.launcherName}
    aria-expanded=${t}
    aria-haspopup="dialog"
    aria-controls="panel"
    @click=${n}
  >
    ${yn()}<span>${e.launcher}</span>
  </button>`}function ki(e){let{labels:t}=e;return I`<header>
      <h2 id="title"><bdi>${e.title}</bdi></h2>
      <button class="icon" type="button" aria-label=${t.clear} title=${t.clear}
        ?hidden=${e.state.turns.length===0} @click=${e.onClear}>
        ${xn()}
      </button>
      <button class="icon" type="button" aria-label=${t.close} title=${t.close} @click=${e.onClose}>
        ${bn()}
      </button>
    </header>
    <div class="log" role="group" tabindex="0" aria-label=${t.conversation} @scroll=${e.onScroll}>
      ${e.state.notice?I`<p class="notice">${K()}<span dir="auto">${e.state.notice}</span></p>`:R}
      ${e.state.turns.length===0?Ai(e):R}
      ${nr(e.state.turns,e=>e.key,t=>gi(e,t))}
    </div>
    <div class="newest" ?hidden=${!e.away}>
      <button type="button" class="icon" aria-label=${t.newest} title=${t.newest} @click=${e.onNewest}>
        ${En()}
      </button>
    </div>
    ${ji(e)}`}function Ai(e){let{labels:t,suggestions:n}=e;return I`<div class="welcome">
    <p class="greeting" dir="auto">${e.greeting}</p>
    ${n.length===0?R:I`<ul class="suggestions" aria-label=${t.suggestions}>
          ${n.map(t=>I`<li><button type="button" dir="auto" @click=${()=>e.onSend(t)}>${t}</button></li>`)}
        </ul>`}
  </div>`}function ji(e){let{labels:t,draft:n}=e,r=e.chat.busy,i=n.trim().length-Di,a=t=>{t.preventDefault(),e.onSend(n)},o=e=>{Ei(e)&&!e.shiftKey&&a(e)},s=n.trim()===``||i>0;return I`<form class="composer" @submit=${a}>
    <div class="box">
      <textarea
        id="question"
        rows=${Mi(n)}
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
      ${r?I`<button class="send" type="button" aria-label=${t.stop} title=${t.stop} @click=${()=>e.chat.stop()}>
            ${Cn()}
          </button>`:I`<button class="send" type="submit" aria-label=${t.send} title=${t.send} ?disabled=${s}>
            ${Sn()}
          </button>`}
    </div>
    ${i>0?I`<p class="fault" id="surplus">${C(t.tooLong,{count:i})}</p>`:R}
  </form>`}function Mi(e){let t=e.split(`
`).reduce((e,t)=>e+Math.max(1,Math.ceil(t.length/44)),0);return Math.min(6,t)}var Ni=Tt`
  .turn + .turn {
    margin-block-start: 28px;
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
  .end,
  .reason,
  .fault {
    display: flex;
    gap: 8px;
    font-size: 14px;
    line-height: 1.45;
  }
  .end {
    color: var(--_muted);
  }
  .end svg,
  .reason svg,
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
`,Pi=Tt`
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
`,Fi=[Tt`
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
`,Ni,Pi],Ii=60,Li=class extends U{static styles=Fi;app=null;#e=!1;#t=!1;#n=``;#r=null;#i=new Set;#a=null;#o=new Map;#s=[];#c=0;#l=!1;get opened(){return this.#e}connectedCallback(){super.connectedCallback();let{app:e}=this;if(!e)return;let t=e=>this.#y(e),{window:n}=e.env;n.document.addEventListener(`keydown`,t);for(let e of[`keydown`,`keypress`,`keyup`])this.addEventListener(e,Un);let r=()=>{this.#l=!0,this.requestUpdate()};n.visualViewport?.addEventListener(`resize`,r),n.visualViewport?.addEventListener(`scroll`,r),this.#s=[e.watch(()=>this.#S()),()=>n.document.removeEventListener(`keydown`,t),()=>n.visualViewport?.removeEventListener(`resize`,r),()=>n.visualViewport?.removeEventListener(`scroll`,r)],e.memory.open&&!this.#e&&(this.#e=!0),this.requestUpdate(),this.updateComplete.then(()=>this.#O())}disconnectedCallback(){super.disconnectedCallback();for(let e of this.#s.splice(0))e()}open(e=!0){if(this.#e||!this.app)return;let{document:t}=this.app.env.window;this.#a=t.activeElement instanceof HTMLElement?t.activeElement:null,this.#e=!0,this.app.memory.open=!0,this.#t=!1,this.requestUpdate(),this.app.opened(),this.updateComplete.then(()=>{this.#D(),e&&this.#w()})}close(){if(!this.#e||!this.app)return;let e=this.shadowRoot?.activeElement!=null;this.#e=!1,this.app.memory.open=!1,this.requestUpdate(),this.app.closed(),this.updateComplete.then(()=>{if(!e)return;let t=this.#a;t?.isConnected&&t!==this&&t.tagName!==`BODY`?t.focus():this.#k(`.launcher`)?.focus()})}toggle(){this.#e?this.close():this.open()}announce(e){this.#n=e===this.#n?`${e}\u00a0`:e,this.requestUpdate()}render(){let{app:e}=this;if(!e||e.hidden)return R;let{theme:t,direction:n}=e.look();return I`<div class="root ${t}" dir=${n} lang=${e.language()||R}>
      <div ?hidden=${this.#e}>${Oi(e.labels,this.#e,()=>this.toggle())}</div>
      <div id="panel" class="panel" role="dialog" aria-labelledby="title" tabindex="-1"
        ?hidden=${!this.#e} @keydown=${this.#x}>
        ${this.#e?ki(this.#u(e)):R}
      </div>
      <div class="sr" role="log" aria-live="polite" aria-atomic="true">${this.#n}</div>
    </div>`}updated(e){super.updated(e),this.app?.fitViewport(this.#e),this.#e&&this.#l&&!this.#t&&this.#D(),this.#l=!1}#u(e){return{state:e.hub.state,labels:e.labels,page:e.page().url,locale:e.language(),chat:e.chat,offers:e.offers,desk:this.#d(e),title:e.title,greeting:e.settings.greeting||e.labels.greeting,suggestions:e.settings.suggestions,draft:e.memory.draft,away:this.#t,onDraft:t=>{e.memory.draft=t,this.requestUpdate()},onSend:t=>this.#f(e,t),onClose:()=>this.close(),onClear:()=>{e.chat.clear(),this.#k(`#question`)?.focus()},onScroll:()=>this.#T(),onNewest:()=>this.#E()}}#d(e){return{copied:this.#r,copy:(t,n)=>void this.#g(e,t,n),openedSources:this.#i,toggleSource:(e,t)=>this.#_(`${e}:${t}`),showSource:(e,t)=>this.#v(e,t),leaving:()=>{e.isSheet()&&(e.memory.open=!1)},showForm:(t,n)=>void this.#m(e,t,n),pressOffer:t=>void this.#p(e,t,t=>e.offers.press(t)),submitForm:t=>void this.#p(e,t,t=>e.offers.submit(t))}}#f(e,t){t.trim().length>4e3||!e.chat.ask(t)||(e.memory.draft=``,this.#t=!1,this.requestUpdate(),e.env.touch()?this.#k(`#question`)?.blur():this.#k(`#question`)?.focus())}async#p(e,t,n){let r=e.findOffer(t);if(!r)return;await n(r),await this.updateComplete;let i=e.offers.desk(r),a=e.findOffer(t)?.outcome??``;this.announce(Mn(e,i)||i.reason||a),await this.updateComplete;let o=this.#h(t);(o?.querySelector(`[aria-invalid]`)??o?.querySelector(`[data-focus]`)??o?.querySelector(`button[type=submit]`))?.focus()}async#m(e,t,n){let r=e.findOffer(t);if(!r)return;n?e.offers.openForm(r):e.offers.closeForm(r),await this.updateComplete;let i=n?`.field :is(input, select, textarea)`:`[data-focus]`;this.#h(t)?.querySelector(i)?.focus()}#h(e){return this.#k(`[data-offer="${CSS.escape(e)}"]`)}async#g(e,t,n){this.#r={id:t,ok:await e.env.copy(n)},this.announce(this.#r.ok?e.labels.copied:e.labels.copyFailed),await e.env.sleep(2e3),this.#r?.id===t&&(this.#r=null),this.requestUpdate()}#_(e){this.#i.delete(e)||this.#i.add(e),this.#t=!0,this.requestUpdate()}#v(e,t){this.#i.add(`${e}:${t}`),this.#t=!0,this.requestUpdate(),this.updateComplete.then(()=>{let n=this.#k(`[data-turn="${CSS.escape(e)}"] [data-source="${t}"]`);n?.scrollIntoView({block:`nearest`}),n?.querySelector(`button, a`)?.focus()})}#y(e){this.app&&!this.app.hidden&&Wn(e,e=>this.#b(e))&&(e.preventDefault(),this.toggle())}#b(e){return this.shadowRoot?.contains(e)??!1}#x=e=>{let t=e.isComposing||e.keyCode===229;e.key===`Escape`&&!t?(e.preventDefault(),e.stopPropagation(),this.close()):Wn(e,()=>!0)?(e.stopPropagation(),e.preventDefault(),this.toggle()):e.key===`End`&&e.target instanceof Element&&!e.target.closest(`input, textarea, select`)&&(e.preventDefault(),this.#E())};#S(){let{app:e}=this;if(e){for(let t of e.hub.state.turns){let n=this.#o.get(t.key);t!==n&&(v(t)||!n||v(n))&&(this.#l=!0),n&&v(n)&&!v(t)&&this.announce(this.#C(e,t))}this.#o=new Map(e.hub.state.turns.map(e=>[e.key,e])),this.requestUpdate()}}#C(e,t){let{labels:n}=e,r=hn(hi(t)),i=r===``?``:C(n.answerReady,{text:r}),a=t.sources.length,o=a===1?n.sourcesOne:C(n.sourcesCount,{count:a});return[i,xi(n,t),a>0?o:``].filter(Boolean).join(` `)}#w(){(this.app?.env.touch()?this.#k(`#panel`):this.#k(`#question`))?.focus()}#T(){let e=this.#k(`.log`);if(!e)return;this.#c=e.scrollTop;let t=e.scrollHeight-e.scrollTop-e.clientHeight>Ii;t!==this.#t&&(this.#t=t,this.requestUpdate())}#E(){this.#t=!1,this.#D(),this.#k(`.log`)?.focus({preventScroll:!0}),this.requestUpdate()}#D(){let e=this.#k(`.log`);e&&(e.scrollTop=e.scrollHeight)}#O(){let e=this.#k(`.log`);e&&this.#t?e.scrollTop=this.#c:this.#D()}#k(e){return this.shadowRoot?.querySelector(e)??null}},Ri=class{#e=new Map;#t;constructor(e){this.#t=e}get lasting(){return this.#t!==null}get(e){let t=this.#e.get(e);return t===void 0?this.#n(t=>t.getItem(e))??null:t}set(e,t){this.#n(n=>(n.setItem(e,t),!0))?this.#e.delete(e):this.#e.set(e,t)}remove(e){this.#e.delete(e),this.#n(t=>{t.removeItem(e)})}#n(e){if(this.#t)try{return e(this.#t)}catch(e){if(!(e instanceof DOMException))throw e;this.#t=null;return}}};function zi(e){try{return new Ri(e())}catch(e){if(!(e instanceof DOMException))throw e;return new Ri(null)}}function Bi(e){let{document:t,navigator:n}=e;return{window:e,fetch:e.fetch.bind(e),site:zi(()=>e.localStorage),tab:zi(()=>e.sessionStorage),lock:ft(n.locks),online:()=>n.onLine,touch:()=>e.matchMedia(`(pointer: coarse)`).matches,now:()=>Date.now(),newId:()=>Vi(e.crypto),sleep:(t,n)=>Hi(e,t,n),after:(t,n)=>{let r=e.setTimeout(t,n);return()=>e.clearTimeout(r)},copy:t=>Ui(e,t),dispatchEvent:(t,n)=>{e.dispatchEvent(new e.CustomEvent(t,{detail:n}))},navigate:(e,n)=>{let r=t.createElement(`a`);r.href=e,r.rel=`noopener`,n&&(r.target=`_blank`),r.click()},warn:(e,t)=>{t===void 0?console.warn(e):console.warn(e,t)}}}function Vi(e){return[...e.getRandomValues(new Uint8Array(12))].map(e=>e.toString(16).padStart(2,`0`)).join(``)}function Hi(e,t,n){return new Promise(r=>{let i=()=>{e.clearTimeout(a),e.removeEventListener(`online`,i),n?.removeEventListener(`abort`,i),r()},a=e.setTimeout(i,t);e.addEventListener(`online`,i),n?.addEventListener(`abort`,i)})}async function Ui(e,t){try{return await e.navigator.clipboard.writeText(t),!0}catch(e){if(e instanceof DOMException||e instanceof TypeError)return!1;throw e}}var Wi={configure:({app:e},[t])=>Ji(e,t),open:({element:e})=>e.open(),close:({element:e})=>e.close(),toggle:({element:e})=>e.toggle(),show:({app:e})=>e.setHidden(!1),hide:({app:e,element:t})=>{t.close(),e.setHidden(!0)},ask:({app:e,element:t},[n])=>{typeof n==`string`?(t.open(),e.chat.ask(n)):e.env.warn(`Docsteward: ask needs a question, not ${$(n)}.`)},clearChat:({app:e})=>e.chat.clear(),on:({app:e},[t,n])=>Ki(e,t,n),unload:({unload:e})=>e()};function Gi(e,t,n){let r=typeof t==`string`&&Object.hasOwn(Wi,t)?Wi[t]:null;if(r)return r(e,n);let i=Object.keys(Wi).join(`, `);e.app.env.warn(`Docsteward: there is no command ${$(t)}. There are: ${i}.`)}function Ki(e,t,n){if(!We.includes(t)||typeof n!=`function`){let n=We.join(`, `);e.env.warn(`Docsteward: on needs one of ${n} and a function, not ${$(t)}.`)}else return e.hub.on(t,e=>{n(e)})}var qi={greeting:Yi,assistantName:Yi,suggestions:e=>Array.isArray(e)&&e.every(Yi),theme:e=>e===`auto`||e===`light`||e===`dark`,labels:e=>typeof e==`object`&&!!e&&Object.values(e).every(Yi)};function Ji(e,t){if(typeof t!=`object`||!t){e.env.warn(`Docsteward: configure needs an object, not ${$(t)}.`);return}let n={};for(let[r,i]of Object.entries(t))if(Object.hasOwn(qi,r))qi[r](i)?n[r]=i:e.env.warn(`Docsteward: the setting ${$(r)} cannot be ${$(i)}.`);else{let t=Object.keys(gt).join(`, `);e.env.warn(`Docsteward: there is no setting ${$(r)}. There are: ${t}.`)}e.configure(n)}function Yi(e){return typeof e==`string`}function $(e){return JSON.stringify(e)??String(e)}function Xi(e,t){let{document:n}=t,r=()=>{!e.isConnected&&n.body&&n.body.append(e)},i=new t.MutationObserver(()=>{r(),n.body&&i.observe(n.body,{childList:!0})});return r(),i.observe(n.documentElement,{childList:!0}),n.body&&i.observe(n.body,{childList:!0}),()=>{i.disconnect(),e.remove()}}var Zi=`docsteward-widget`;function Qi(e,t){let n=e?.getAttribute(`src`)??``,r=e?.getAttribute(`data-key`)??``;return r===``||!URL.canParse(n,t.document.baseURI)?(console.warn(`Docsteward: the script tag needs its address in src and the site's key in data-key.`),null):{origin:new URL(n,t.document.baseURI).origin,key:r}}function $i(e,t){if(e.Docsteward?.loaded)return;let n=e.Docsteward?.q??[],r=ea(e,t),i=(e,...t)=>Gi(r,e,t);i.loaded=!0,e.Docsteward=i;for(let[e,...t]of[...n].map(e=>Array.from(e)))Gi(r,e,t);na(e,()=>{e.Docsteward===i&&ta(e,r)})}function ea(e,t){e.customElements.get(Zi)||e.customElements.define(Zi,Li);let n=new e.CSSStyleSheet,r=new _t(Bi(e),t.origin,t.key,n),i=e.document.createElement(Zi);i.app=r;let a={app:r,element:i,cleanups:[],unload:()=>{for(let e of a.cleanups.splice(0))e();r.dispose(),e.Docsteward=ra()}};return i.updateComplete.then(()=>i.shadowRoot?.adoptedStyleSheets.push(n)),a}function ta(e,t){let{app:n,element:r}=t;t.cleanups.push(Xi(r,e),mt(e,()=>n.changed())),n.offers.reportFollowed(),n.chat.restore()}function na(e,t){e.document.body?t():e.document.addEventListener(`DOMContentLoaded`,t,{once:!0})}function ra(){let e=[],t=(...t)=>{e.push(t)};return t.q=e,t}if(typeof document<`u`){let e=Qi(document.currentScript??[...document.querySelectorAll(`script[data-key]`)].at(-1)??null,window);e&&$i(window,e)}})();